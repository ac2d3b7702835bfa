/// The catalogue: quotations in the public domain, of authors who died more than a hundred years ago.
///
/// Spelling is modern, and of a longer sentence a part may stand alone. Translations without a name are our own.
let quotations: [(content: String, author: String)] = quotationsByAuthor.flatMap { author, contents in
  contents.map { (content: $0, author: author) }
}

/// Authors and their sentences; the comments name the works.
private let quotationsByAuthor: KeyValuePairs<String, [String]> = [
  "Marcus Aurelius": [  // Meditations, translated by George Long
    "The universe is transformation: life is opinion.",
    "The best way of avenging thyself is not to become like the wrong doer.",
    "Look within. Within is the fountain of good, and it will ever bubble up, if thou wilt ever dig.",
    "No longer talk at all about the kind of man that a good man ought to be, but be such.",
    "If it is not right, do not do it: if it is not true, do not say it.",
  ],
  "Seneca": [  // Letters to Lucilius 1, 2, 7, 13, 71, 104; On the Shortness of Life 1
    "Nothing is ours, except time.",
    "Not he who has little is poor, but he who wants more.",
    "While they teach, people learn.",
    "More things frighten us than harm us; we suffer more often in thought than in fact.",
    "To one who does not know for which port he sails, no wind is favourable.",
    "It is not because things are hard that we do not dare; they are hard because we do not dare.",
    "The life we are given is not short; we make it so.",
  ],
  "Epictetus": [  // Enchiridion 5, 8, translated by George Long
    "Men are disturbed not by the things which happen, but by the opinions about the things."
  ],
  "Plato": ["The unexamined life is not worth living."],  // Apology, translated by Benjamin Jowett
  "Aristotle": [  // Metaphysics I; Nicomachean Ethics I
    "All men by nature desire to know.",
    "One swallow does not make a summer, nor does one day.",
  ],
  "Heraclitus": ["A man's character is his fate."],  // Fragment 119
  "Terence": ["I am a man; nothing human is foreign to me."],  // The Self-Tormentor
  "Cicero": ["There is nothing so absurd that some philosopher has not said it."],  // On Divination II
  "Virgil": [  // Aeneid V; Eclogue X
    "They can because they think they can.",
    "Love conquers all; let us too yield to love.",
  ],
  "Horace": [  // Odes I.11; Epistles I.2
    "Seize the day, trusting as little as possible in tomorrow.",
    "He who has begun has half done. Dare to be wise; begin!",
  ],
  "Ovid": ["The drop of water hollows the stone."],  // Letters from Pontus IV.10
  "Juvenal": ["But who will guard the guards themselves?"],  // Satire VI
  "Lao Tzu": [  // Tao Te Ching 8, 33, 56, 60, 63, 64, 81, after James Legge
    "The journey of a thousand li commenced with a single step.",
    "He who knows other men is discerning; he who knows himself is intelligent.",
    "He who overcomes others is strong; he who overcomes himself is mighty.",
    "He who knows does not speak; he who speaks does not know.",
    "The highest excellence is like that of water.",
    "Governing a great state is like cooking small fish.",
    "He who lightly promises is sure to keep but little faith.",
    "Sincere words are not fine; fine words are not sincere.",
  ],
  "Confucius": [  // Analects, translated by James Legge
    "Is it not pleasant to learn with a constant perseverance and application?",
    "Learning without thought is labour lost; thought without learning is perilous.",
    "To see what is right and not to do it is want of courage.",
    "The cautious seldom err.",
    "Virtue is not left to stand alone. He who practises it will have neighbors.",
    "To go beyond is as wrong as to fall short.",
    "The superior man is modest in his speech, but exceeds in his actions.",
    "What you do not want done to yourself, do not do to others.",
  ],
  "Sun Tzu": [  // The Art of War I, III
    "War is the way of deception.",
    "Know the enemy and know yourself, and in a hundred battles you will be in no danger.",
  ],
  "Matsuo Bashō": [  // The Narrow Road to the Deep North
    "The months and days are travellers of eternity, and so are the years that come and go."
  ],
  "Dante Alighieri": ["Abandon all hope, ye who enter here."],  // Inferno III
  "Michel de Montaigne": [  // Essays I.32, I.39
    "Nothing is so firmly believed as that which we least know.",
    "The greatest thing in the world is to know how to belong to oneself.",
  ],
  "Francis Bacon": [  // Of Studies
    "Some books are to be tasted, others to be swallowed, and some few to be chewed and digested.",
    "Reading maketh a full man; conference a ready man; and writing an exact man.",
  ],
  "William Shakespeare": [  // The plays
    "To be, or not to be: that is the question.",
    "Brevity is the soul of wit.",
    "This above all: to thine own self be true.",
    "There is nothing either good or bad, but thinking makes it so.",
    "There are more things in heaven and earth, Horatio, than are dreamt of in your philosophy.",
    "All the world's a stage, and all the men and women merely players.",
    "Sweet are the uses of adversity.",
    "The fool doth think he is wise, but the wise man knows himself to be a fool.",
    "Cowards die many times before their deaths; the valiant never taste of death but once.",
    "The course of true love never did run smooth.",
    "Lord, what fools these mortals be!",
    "Uneasy lies the head that wears a crown.",
    "We are such stuff as dreams are made on, and our little life is rounded with a sleep.",
    "Some are born great, some achieve greatness, and some have greatness thrust upon 'em.",
    "What's in a name? That which we call a rose by any other name would smell as sweet.",
    "How sharper than a serpent's tooth it is to have a thankless child!",
    "Tomorrow, and tomorrow, and tomorrow, creeps in this petty pace from day to day.",
    "All that glisters is not gold.",
    "Love all, trust a few, do wrong to none.",
    "Our doubts are traitors, and make us lose the good we oft might win, by fearing to attempt.",
  ],
  "John Donne": ["No man is an island, entire of itself."],  // Devotions XVII
  "Thomas Hobbes": ["And the life of man, solitary, poor, nasty, brutish, and short."],  // Leviathan XIII
  "René Descartes": [  // Discourse on the Method I, IV
    "I think, therefore I am.",
    "The reading of all good books is like a conversation with the finest minds of past centuries.",
  ],
  "John Milton": [  // Paradise Lost I; Sonnet XIX
    "The mind is its own place, and in itself can make a heaven of hell, a hell of heaven.",
    "They also serve who only stand and wait.",
  ],
  "François de La Rochefoucauld": [  // Maxims 19, 31, 38, 89, 93, 149, 218, 304, 324
    "We have all sufficient strength to support the misfortunes of others.",
    "If we had no faults we should not take so much pleasure in noting those of others.",
    "We promise according to our hopes; we perform according to our fears.",
    "Every one blames his memory, no one blames his judgment.",
    "Old men delight in giving good advice as a consolation for the fact that they can no longer set bad examples.",
    "The refusal of praise is only the wish to be praised twice.",
    "Hypocrisy is the homage vice pays to virtue.",
    "We often forgive those who bore us, but we cannot forgive those whom we bore.",
    "In jealousy there is more of self-love than love.",
  ],
  "Blaise Pascal": [  // Pensées; Provincial Letters XVI
    "All the misfortunes of men arise from one thing only, that they are unable to stay quietly in their own chamber.",
    "The heart has its reasons, which reason does not know.",
    "Man is but a reed, the most feeble thing in nature; but he is a thinking reed.",
    "I have made this letter longer than usual, because I have not had the time to make it shorter.",
  ],
  "Baruch Spinoza": ["All things excellent are as difficult as they are rare."],  // Ethics V
  "Isaac Newton": [  // Letter to Robert Hooke, 1675
    "If I have seen further it is by standing on the shoulders of giants."
  ],
  "Alexander Pope": [  // An Essay on Criticism; An Essay on Man
    "A little learning is a dangerous thing.",
    "To err is human, to forgive divine.",
    "Fools rush in where angels fear to tread.",
    "Hope springs eternal in the human breast.",
  ],
  "Lord Chesterfield": ["Whatever is worth doing at all, is worth doing well."],  // Letter to his son, 1746
  "Voltaire": [  // Candide; La Bégueule
    "We must cultivate our garden.",
    "The best is the enemy of the good.",
  ],
  "Benjamin Franklin": [  // Poor Richard's Almanack; the last from a letter to Le Roy, 1789
    "Three may keep a secret, if two of them are dead.",
    "Diligence is the mother of good luck.",
    "Well done is better than well said.",
    "Dost thou love life? Then do not squander time; for that's the stuff life is made of.",
    "When the well's dry, we know the worth of water.",
    "Lost time is never found again.",
    "Little strokes fell great oaks.",
    "The doors of wisdom are never shut.",
    "In this world nothing can be said to be certain, except death and taxes.",
  ],
  "Samuel Johnson": [  // Boswell, The Life of Samuel Johnson
    "Knowledge is of two kinds. We know a subject ourselves, or we know where we can find information upon it.",
    "When a man is tired of London, he is tired of life.",
    "No man but a blockhead ever wrote, except for money.",
  ],
  "David Hume": [  // A Treatise of Human Nature II.3; An Enquiry Concerning Human Understanding V
    "Reason is, and ought only to be the slave of the passions.",
    "Custom, then, is the great guide of human life.",
  ],
  "Jean-Jacques Rousseau": ["Man is born free, and everywhere he is in chains."],  // The Social Contract I
  "Immanuel Kant": [  // Critique of Practical Reason; Idea for a Universal History
    """
    Two things fill the mind with ever new and increasing admiration and awe: the starry heavens above me and the \
    moral law within me.
    """,
    "From wood as crooked as that which man is made of, nothing quite straight can be built.",
  ],
  "Edmund Burke": [  // Reflections on the Revolution in France
    "He that wrestles with us strengthens our nerves, and sharpens our skill. Our antagonist is our helper."
  ],
  "Thomas Paine": ["These are the times that try men's souls."],  // The American Crisis I
  "Thomas Jefferson": ["I cannot live without books."],  // Letter to John Adams, 1815
  "Mary Wollstonecraft": [  // A Vindication of the Rights of Woman
    "I do not wish them to have power over men; but over themselves."
  ],
  "Johann Wolfgang von Goethe": [  // Faust; Torquato Tasso; Maxims and Reflections
    "Man errs as long as he strives.",
    "Grey, dear friend, is all theory, and green the golden tree of life.",
    "He only earns his freedom and existence, who daily conquers them anew.",
    "Talent is nurtured in solitude; character is formed in the stormy billows of the world.",
    "He who does not know foreign languages knows nothing of his own.",
  ],
  "Friedrich Schiller": ["Against stupidity the very gods themselves contend in vain."],  // The Maid of Orleans III.6
  "William Blake": [  // The Marriage of Heaven and Hell; Auguries of Innocence
    "Without contraries is no progression.",
    "If the fool would persist in his folly he would become wise.",
  ],
  "Robert Burns": ["The best laid schemes o' mice an' men gang aft agley."],  // To a Mouse
  "William Wordsworth": ["The child is father of the man."],  // My heart leaps up
  "Jane Austen": [  // The novels
    """
    It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a \
    wife.
    """,
    "For what do we live, but to make sport for our neighbours, and laugh at them in our turn?",
    "There is no charm equal to tenderness of heart.",
    "One half of the world cannot understand the pleasures of the other.",
    "If I loved you less, I might be able to talk about it more.",
    "The person, be it gentleman or lady, who has not pleasure in a good novel, must be intolerably stupid.",
    "Let other pens dwell on guilt and misery.",
    "How quick come the reasons for approving what we like!",
  ],
  "John Keats": ["A thing of beauty is a joy for ever."],  // Endymion I
  "Mary Shelley": [  // Frankenstein
    "Nothing contributes so much to tranquillize the mind as a steady purpose.",
    "Beware; for I am fearless, and therefore powerful.",
  ],
  "G. W. F. Hegel": [  // Elements of the Philosophy of Right, preface
    "The owl of Minerva takes its flight only when the shades of night are gathering."
  ],
  "Heinrich Heine": ["Where they burn books, they will in the end also burn people."],  // Almansor
  "Arthur Schopenhauer": [  // Studies in Pessimism
    "Every man takes the limits of his own field of vision for the limits of the world."
  ],
  "Ralph Waldo Emerson": [  // Essays; Society and Solitude; Letters and Social Aims
    "A foolish consistency is the hobgoblin of little minds.",
    "Trust thyself: every heart vibrates to that iron string.",
    "Whoso would be a man must be a nonconformist.",
    "To be great is to be misunderstood.",
    "Nothing can bring you peace but yourself.",
    "Nothing great was ever achieved without enthusiasm.",
    "The only way to have a friend is to be one.",
    "In skating over thin ice, our safety is in our speed.",
    "Hitch your wagon to a star.",
    "Every artist was first an amateur.",
  ],
  "Henry David Thoreau": [  // Walden
    "The mass of men lead lives of quiet desperation.",
    "Beware of all enterprises that require new clothes.",
    "As if you could kill time without injuring eternity.",
    "Our life is frittered away by detail.",
    "Time is but the stream I go a-fishing in.",
    "If a man does not keep pace with his companions, perhaps it is because he hears a different drummer.",
    "However mean your life is, meet it and live it; do not shun it and call it hard names.",
    "Rather than love, than money, than fame, give me truth.",
    "Only that day dawns to which we are awake.",
  ],
  "Edgar Allan Poe": ["All that we see or seem is but a dream within a dream."],  // A Dream Within a Dream
  "Charles Babbage": [  // Passages from the Life of a Philosopher
    """
    On two occasions I have been asked, "Pray, Mr. Babbage, if you put into the machine wrong figures, will the \
    right answers come out?"
    """
  ],
  "Ada Lovelace": [  // Notes on the Analytical Engine, A and G
    "The Analytical Engine weaves algebraical patterns just as the Jacquard-loom weaves flowers and leaves.",
    "The Analytical Engine has no pretensions whatever to originate anything.",
  ],
  "Abraham Lincoln": ["With malice toward none; with charity for all."],  // Second Inaugural Address
  "Frederick Douglass": ["If there is no struggle there is no progress."],  // West India Emancipation, 1857
  "John Stuart Mill": [  // Utilitarianism II
    """
    It is better to be a human being dissatisfied than a pig satisfied; better to be Socrates dissatisfied than a \
    fool satisfied.
    """
  ],
  "Charles Darwin": [  // The Descent of Man, introduction
    "Ignorance more frequently begets confidence than does knowledge."
  ],
  "Louis Pasteur": ["In the fields of observation chance favours only the prepared mind."],  // Lecture at Lille, 1854
  "Alfred Tennyson": [  // Ulysses; In Memoriam
    "To strive, to seek, to find, and not to yield.",
    "'Tis better to have loved and lost than never to have loved at all.",
  ],
  "Charles Dickens": [  // A Tale of Two Cities; David Copperfield
    "It was the best of times, it was the worst of times.",
    "Annual income twenty pounds, annual expenditure nineteen nineteen and six, result happiness.",
  ],
  "Charlotte Brontë": [  // Jane Eyre
    "I am no bird; and no net ensnares me: I am a free human being with an independent will."
  ],
  "Emily Brontë": ["Whatever our souls are made of, his and mine are the same."],  // Wuthering Heights
  "Herman Melville": [  // Moby-Dick
    "It is not down in any map; true places never are.",
    "Better sleep with a sober cannibal than a drunken Christian.",
  ],
  "Walt Whitman": [  // Song of Myself
    "Do I contradict myself? Very well then I contradict myself, (I am large, I contain multitudes.)"
  ],
  "George Eliot": [  // Middlemarch; Scenes of Clerical Life
    "What do we live for, if it is not to make life less difficult to each other?",
    "Animals are such agreeable friends; they ask no questions, they pass no criticisms.",
  ],
  "Henry Wadsworth Longfellow": ["Into each life some rain must fall."],  // The Rainy Day
  "Edward FitzGerald": ["The Moving Finger writes; and, having writ, moves on."],  // Rubáiyát of Omar Khayyám
  "Victor Hugo": ["It is nothing to die; it is dreadful not to live."],  // Les Misérables
  "Fyodor Dostoevsky": ["Above all, don't lie to yourself."],  // The Brothers Karamazov
  "Leo Tolstoy": [  // Anna Karenina
    "All happy families resemble one another; every unhappy family is unhappy in its own way."
  ],
  "Henrik Ibsen": ["The strongest man in the world is he who stands most alone."],  // An Enemy of the People
  "Emily Dickinson": [  // The poems
    "Hope is the thing with feathers that perches in the soul.",
    "I'm nobody! Who are you?",
    "Because I could not stop for Death, he kindly stopped for me.",
    "Success is counted sweetest by those who ne'er succeed.",
    "There is no frigate like a book to take us lands away.",
  ],
  "Lewis Carroll": [  // Alice's Adventures in Wonderland; Through the Looking-Glass
    "Begin at the beginning, and go on till you come to the end: then stop.",
    "It takes all the running you can do, to keep in the same place.",
    "Why, sometimes I've believed as many as six impossible things before breakfast.",
  ],
  "Lord Acton": [  // Letter to Mandell Creighton, 1887
    "Power tends to corrupt, and absolute power corrupts absolutely."
  ],
  "Mark Twain": [  // Tom Sawyer; Pudd'nhead Wilson; Following the Equator; two notes
    "Work consists of whatever a body is obliged to do, and play consists of whatever a body is not obliged to do.",
    "Let us endeavor so to live that when we come to die even the undertaker will be sorry.",
    "When angry, count four; when very angry, swear.",
    "Courage is resistance to fear, mastery of fear, not absence of fear.",
    "Few things are harder to put up with than the annoyance of a good example.",
    "Truth is stranger than fiction, but it is because fiction is obliged to stick to possibilities; truth isn't.",
    "Man is the only animal that blushes. Or needs to.",
    "Noise proves nothing. Often a hen who has merely laid an egg cackles as if she had laid an asteroid.",
    "There are several good protections against temptations, but the surest is cowardice.",
    "The report of my death was an exaggeration.",
    "Always do right. This will gratify some people and astonish the rest.",
  ],
  "Ambrose Bierce": [  // The Devil's Dictionary
    "Bore, n. A person who talks when you wish him to listen.",
    "Learning, n. The kind of ignorance distinguishing the studious.",
  ],
  "Friedrich Nietzsche": [  // Thus Spoke Zarathustra; Beyond Good and Evil; Twilight of the Idols
    "One must still have chaos in one, to give birth to a dancing star.",
    "I should only believe in a God that would know how to dance.",
    "He who fights with monsters should be careful lest he thereby become a monster.",
    "If thou gaze long into an abyss, the abyss will also gaze into thee.",
    "Insanity in individuals is something rare, but in groups, parties, nations, and epochs it is the rule.",
    "What does not kill me makes me stronger.",
    "Without music life would be a mistake.",
  ],
  "Robert Louis Stevenson": [  // Travels with a Donkey; Virginibus Puerisque
    "For my part, I travel not to go anywhere, but to go. I travel for travel's sake.",
    "To travel hopefully is a better thing than to arrive, and the true success is to labour.",
  ],
  "Oscar Wilde": [  // The plays; The Picture of Dorian Gray; The Critic as Artist; De Profundis
    "I can resist everything except temptation.",
    "We are all in the gutter, but some of us are looking at the stars.",
    "A man who knows the price of everything and the value of nothing.",
    "Experience is the name every one gives to their mistakes.",
    "The truth is rarely pure and never simple.",
    "To lose one parent, Mr. Worthing, may be regarded as a misfortune; to lose both looks like carelessness.",
    "I never travel without my diary. One should always have something sensational to read in the train.",
    "To love oneself is the beginning of a life-long romance.",
    "There is only one thing in the world worse than being talked about, and that is not being talked about.",
    "The only way to get rid of a temptation is to yield to it.",
    "A little sincerity is a dangerous thing, and a great deal of it is absolutely fatal.",
    "Most people are other people.",
  ],
  "이조년": ["다정도 병인 양하여 잠 못 들어 하노라."],  // 시조
  "정몽주": ["이 몸이 죽고 죽어 일백 번 고쳐 죽어, 임 향한 일편단심이야 가실 줄이 있으랴."],  // 단심가
  "길재": ["산천은 의구하되 인걸은 간 데 없네."],  // 시조
  "황진이": ["청산리 벽계수야 수이 감을 자랑 마라."],  // 시조
  "양사언": ["태산이 높다 하되 하늘 아래 뫼이로다."],  // 시조
  "이순신": [  // 1597년의 장계; 난중일기
    "신에게는 아직 열두 척의 배가 남아 있습니다.",
    "죽고자 하면 살고, 살고자 하면 죽는다.",
  ],
  "김상헌": ["가노라 삼각산아, 다시 보자 한강수야."],  // 시조
  "윤선도": ["내 벗이 몇이나 하니 수석과 송죽이라."],  // 오우가
]
