import CLibuv

/// Tells the names of files that change in one folder (inotify(7)). It does not keep the loop running.
package final class FileWatcher: HandleOwner {
  private var action: ((String?) -> Void)?

  /// Watches from now on.
  ///
  /// - Parameters:
  ///   - loop: whose turn the changes arrive in.
  ///   - folder: its files are watched, not those of folders within it.
  ///   - action: gets the name within the folder, or nil if the system does not say.
  /// - Throws: ENOENT, EMFILE, ENOSPC if the user may have no more watches.
  package init(loop: Loop, folder: String, _ action: @escaping (String?) -> Void) throws(LoopError) {
    self.action = action
    // SAFETY: the memory has the size of the kind.
    unsafe try super.init(loop: loop, kind: UV_FS_EVENT, during: "uv_fs_event_init") {
      unsafe uv_fs_event_init($0, $1.assumingMemoryBound(to: uv_fs_event_t.self))
    }
    // SAFETY: the handle was made above; the name is read during the call.
    unsafe uv_unref(handle)
    let code = unsafe folder.withCString {
      unsafe uv_fs_event_start(handle(as: uv_fs_event_t.self), folderChanged, $0, 0)
    }
    if code < 0 {
      close()
      throw .libuv(operation: "uv_fs_event_start", code: code, subject: folder)
    }
  }

  func changed(_ name: String?) {
    action?(name)
    loop.executor.drain()
  }

  override func willClose() { action = nil }
}
