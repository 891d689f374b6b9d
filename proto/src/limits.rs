//! Every bound of the protocol, with its reason. Network input is hostile: what has no limit here must not exist.

/// One message, and the most that decoding may allocate: a batch of entries fits with room to spare.
pub const MAX_FRAME_BYTES: usize = 64 * 1024;

/// Seats of a table: the largest game has six.
pub const MAX_SEATS: usize = 6;

/// Witnesses of a contract: two make any table of two as safe as it gets.
pub const MAX_WITNESSES: usize = 4;

/// Numbers of voters: seats, witnesses of the contract, and those who are admitted later, one number each time.
pub const MAX_VOTERS: usize = 16;

/// A name of a player, bot, game or option: what a seat line of a screen can show.
pub const MAX_NAME_BYTES: usize = 64;

/// Marks on top of one letter: the busiest alphabets need two; more make a name run over its neighbours' lines.
pub const MAX_MARKS_PER_LETTER: usize = 2;

/// Options of a game; the richest game has five.
pub const MAX_OPTIONS: usize = 32;

/// What a player commits at once: 16 actions of a few bytes each, with room.
pub const MAX_PAYLOAD_BYTES: usize = 1024;

/// Entries of a table: the longest game is bounded at 20,000 actions.
pub const MAX_ENTRIES: u32 = 65_536;

/// Entries behind the last final one that all who watch tell together and that are kept: a whole chain. Whoever can sign
/// tells its own.
pub const MAX_INCOMING: usize = MAX_ENTRIES as usize;

/// Entries in one answer to a peer that is behind, if so many fit.
pub const MAX_BATCH: usize = 256;

/// What the entries of one answer take at most: they fit into a frame.
pub const MAX_BATCH_BYTES: usize = 48 * 1024;

/// Requests for entries of one neighbour that are answered, at once: a whole long game.
pub const MAX_WANTS: u32 = 64;

/// Requests for entries of one neighbour that are answered, in a second: a few bytes must not draw many without end.
pub const MAX_WANTS_PER_SECOND: u32 = 32;

/// Statuses of one neighbour that are answered, at once: more than it sends in a second.
pub const MAX_STATUSES: u32 = 8;

/// Statuses of one neighbour that are answered, in a second: whoever says again and again that it has nothing must not be
/// sent everything each time.
pub const MAX_STATUSES_PER_SECOND: u32 = 4;

/// Neighbours that are gone whose offences are remembered.
pub const MAX_OFFENDERS: usize = 256;

/// How long they are remembered.
pub const OFFENCE_MILLIS: u64 = 600_000;

/// Moves for one index that are kept, beside those that a head or vote names; the second is already proof against
/// its seat.
pub const MAX_MOVES: usize = 4;

/// Entries for the open index that a status names at most: far more than there are, and it is still one message.
pub const MAX_CANDIDATES_TOLD: usize = 256;

/// Heads of one seat at one index that are kept: a round each, and a cheat's second ones.
pub const MAX_HEADS_PER_SEAT: usize = 32;

/// Heads that wait to be checked together: several of each seat.
pub const MAX_WAITING_HEADS: usize = 32;

/// How long heads wait to be checked, and to be told to others than who made the move: what the mover waits for goes
/// first, and finality can wait a moment.
pub const HEAD_MILLIS: u64 = 1;

/// How far ahead in rounds of votes a peer follows at once. Nobody at a table waits for a thousand rounds, and a
/// liar who skips rounds needs a signature for each thousand.
pub const MAX_ROUND_JUMP: u32 = 1_000;

/// Rounds of votes about one index; out of reach even for a liar who skips as many as the others follow.
pub const MAX_ROUNDS: u32 = 1 << 30;

/// Votes of one seat about one index that are taken in, at once: more than an honest seat gives before it must wait.
pub const MAX_VOTES: u32 = 8;

/// Votes of one seat about one index that are taken in, in a second. An honest seat is more patient; a liar who races
/// through the rounds would never let two others vote in the same one, and have each write all of them down.
pub const MAX_VOTES_PER_SECOND: u32 = 1;

/// Votes of one voter about one index that are kept, beside those that somebody's last vote leans on.
pub const MAX_VOTES_KEPT: usize = 64;

/// Take-backs at one index that the votes of one voter ask for: for each the game is played again.
pub const MAX_TAKE_BACKS: u32 = 8;

/// Votes that come with a vote to show that it counts, at once: the majorities of some twenty rounds.
pub const MAX_SUPPORT: usize = 64;

/// How often a player who was away gets the seat back by itself; then the others are asked.
pub const MAX_RETURNS: u32 = 8;

/// How often a voter that has lost its memory begins anew by itself; then the others are asked.
pub const MAX_RENEWALS: u32 = 32;

/// How long the others wait before they let one voter begin anew once more: whoever asked for it without end would
/// leave no index for the game.
pub const RENEW_MILLIS: u64 = 5_000;

/// How long after its last word that it has lost its memory a start of a voter is taken to be there: it says so twice a
/// second.
pub const GONE_MILLIS: u64 = 10_000;

/// How many entries later somebody's word that it has lost its memory still asks for a new life: a table of bots is
/// quick.
pub const LOST_REACH: u32 = 256;

/// How long a start of a voter that has lost its memory waits at most for those who say that they know more, before it
/// says so.
pub const CATCH_UP_MILLIS: u64 = 10_000;

/// By how much the numbers of such words rise when the voter is started again in the same life: more than it ever says.
pub const WORDS_OF_A_START: u64 = 1 << 32;

/// Starts of one voter whose words that it has lost its memory are kept side by side, as homes are lost and copied.
pub const MAX_LOST_LIVES: usize = 4;

/// Words of a voter that it has lost its memory that are taken from a neighbour, at once.
pub const MAX_LOST: u32 = 16;

/// Words of a voter that it has lost its memory that are taken from a neighbour, in a second: it says so with every
/// status and at every index.
pub const MAX_LOST_PER_SECOND: u32 = 8;

/// After so long somebody's word that it has lost its memory is passed on again: it may have been lost.
pub const PASS_ON_MILLIS: u64 = 3_000;

/// How long a peer sees that too many have lost their memory before it begins anew with them.
pub const OUTNUMBERED_MILLIS: u64 = 10_000;

/// Once all others have voted in this round or a later one, a proven liar that holds an odd table up is removed by
/// their word.
pub const REPAIR_ROUND: u32 = 4;

/// Indices of which it is remembered what was said when they were decided: whoever said something else elsewhere is
/// known by the two.
pub const MAX_DECIDED: usize = 8_192;

/// How long somebody who counts alone waits for those who watched, before it goes on from an old disk.
pub const SOLE_MILLIS: u64 = 3_000;

/// How long somebody who leaves stays at most, until enough of the others have shown that they know.
pub const FAREWELL_MILLIS: u64 = 2_000;

/// Changes of seats that are wanted at once: each seat, each way.
pub const MAX_WANTED: usize = 3 * MAX_VOTERS;

/// Proofs against one seat that are kept; the first already says it all.
pub const MAX_EVIDENCE_PER_SEAT: usize = 4;

/// Links to other peers: a table with spectators at an event.
pub const MAX_LINKS: usize = 64;

/// Messages waiting for one link; a peer that reads slower is told again by the next status.
pub const MAX_QUEUE: usize = 4_096;

/// Things to tell the user that wait: more than anybody reads at once. What happens once at a table is told in any
/// case.
pub const MAX_EVENTS: usize = 4_096;

/// Games after final entries that wait for whoever keeps the past: a whole game as a rule. Those before them are played
/// again, so that a peer that catches up with a long table holds few of its states at once.
pub const MAX_OUTCOMES: usize = 1_024;

/// Messages waiting for a link at which requests for more are no longer answered.
pub const MAX_UNREAD: usize = 256;

/// How many bytes of a field's name or value a report shows.
pub const MAX_SHOWN_BYTES: usize = 200;

/// Fields in a dump of a state.
pub const MAX_DUMP_FIELDS: usize = 4_096;

/// How often a peer asks its neighbours what state an entry led to for them, when it led to another one here.
pub const MAX_DUMP_TRIES: u32 = 3;

/// A state of long ago is computed for whoever asks at most this often: asking is cheap, replaying a game is not.
pub const DUMP_MILLIS: u64 = 1_000;

/// Dumps of a neighbour that are looked at, at once: more than a dispute on both sides needs.
pub const MAX_DUMPS: u32 = 8;

/// Dumps of a neighbour that are looked at, in a second: anybody may send one, and comparing two states takes long.
pub const MAX_DUMPS_PER_SECOND: u32 = 4;

/// Bad messages (malformed, forged) after which a link is dropped: damage on a real link is caught below us, so
/// a handful is already malice or a bug.
pub const MAX_OFFENCES: u32 = 8;

/// Messages a second from one link, on average; a busy table sends some dozen.
pub const MAX_MESSAGES_PER_SECOND: u32 = 2_000;

/// What voters say that is passed on to those who do not hear it themselves, at once and in a second: all that have a
/// key share it alike. One link takes twice as much.
pub const MAX_RELAYS: u32 = 1_000;

/// The shortest time that a clock gives for a move, or for a game: below it matters what a network takes to carry words.
pub const MIN_CLOCK_SECONDS: u32 = 5;

/// The longest: a week.
pub const MAX_CLOCK_SECONDS: u32 = 604_800;

/// What a clock gives more after each turn at most: an hour.
pub const MAX_INCREMENT_SECONDS: u32 = 3_600;

/// What a seat whose time for the game is used up has for each move at least: it plays on, quickly.
pub const OVERTIME_MILLIS: u32 = 10_000;

/// What one step adds to a seat's time at most: two statuses. Whoever slept, or whose clock jumped, counts no more.
pub const TICK_MILLIS: u32 = 1_000;

/// By how much others must have counted more before their count is taken: more than words are late.
pub const SETTLE_MILLIS: u32 = 2_000;

/// In so many parts of a turn's time each peer writes down once how much is used.
pub const READING_PARTS: u32 = 64;

/// Readings of a voter that are taken from a neighbour, at once.
pub const MAX_READINGS: u32 = 8;

/// Readings of a voter that are taken from a neighbour, in a second: who is to move says one with every status.
pub const MAX_READINGS_PER_SECOND: u32 = 4;

/// How often a peer tells its neighbours how far it is.
pub const STATUS_MILLIS: u64 = 500;

/// After so long without anything from a link, others are asked to pass on what its peer says: some lost statuses.
pub const SILENT_MILLIS: u64 = 3 * STATUS_MILLIS;

/// How long votes about an index may stay undecided before the next round.
pub const ROUND_MILLIS: u64 = 1_500;

/// After so long without a sign a seat is named as away.
pub const AWAY_MILLIS: u64 = 5_000;
