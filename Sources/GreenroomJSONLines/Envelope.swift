/// What a line is in JSON-RPC 2.0; the slices are parts of the line.
package enum Envelope {
  /// The method is unescaped UTF-8 of at most 256 bytes without controls; compare it as bytes.
  ///
  /// `params` may be an array here, which the wire allows: the method decides that it wants an object.
  indirect case request(id: RequestID, method: ArraySlice<UInt8>, params: ArraySlice<UInt8>?)
  case notification(method: ArraySlice<UInt8>, params: ArraySlice<UInt8>?)
  case result(id: RequestID, value: ArraySlice<UInt8>)
  /// An error answer; without id the peer could not read a line of ours.
  indirect case error(id: RequestID?, code: Int, message: String, data: ArraySlice<UInt8>?)
}
