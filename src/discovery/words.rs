//! The word list of join codes and roster phrases, and how a typed word is looked up in it.
//!
//! 2,048 plain words, so that each carries 11 bits. They are made to be read aloud across a table: 3 to 7 letters, no two
//! that sound alike, none that sounds like another common word, told apart by their first four letters, and none of
//! three letters begins another. The list never changes: codes and phrases on other machines are made of it.

use super::limits::MAX_TYPED_WORD_CHARS;

/// Bits that a word carries.
pub const BITS_PER_WORD: usize = 11;

/// The letters that tell a word from all others.
const TELLING_LETTERS: usize = 4;

/// Four words that stand for 32 bytes, for people to compare aloud: the first 44 bits of them.
pub fn phrase(bytes: &[u8; 32]) -> [&'static str; 4] {
    let [a, b, c, d, e, f, ..] = *bytes;
    let bits = u64::from_be_bytes([0, 0, a, b, c, d, e, f]);
    // The 48 bits of six bytes, from the top; the last four are left over.
    [37, 26, 15, 4].map(|shift| WORDS[usize::from(low_bits(bits >> shift))])
}

/// The word with this number; only the lowest 11 bits count.
pub fn word(number: u16) -> &'static str {
    WORDS[usize::from(low_bits(u64::from(number)))]
}

/// The number of a word as somebody typed it, in any case: the whole word, or at least its first four letters and
/// whatever follows them.
pub fn number(typed: &str) -> Option<u16> {
    let typed = typed.to_ascii_lowercase();
    let at = WORDS.binary_search(&typed.as_str()).ok().or_else(|| {
        let telling = typed.get(..TELLING_LETTERS)?;
        let at = WORDS.partition_point(|word| *word < telling);
        WORDS.get(at).is_some_and(|word| word.starts_with(telling)).then_some(at)
    })?;
    u16::try_from(at).ok()
}

/// The word that somebody who typed this most likely meant, if one is near.
pub fn nearest(typed: &str) -> Option<&'static str> {
    let typed: Vec<char> = typed.to_lowercase().chars().take(MAX_TYPED_WORD_CHARS).collect();
    // One slip in a short word, two in a longer one: more and the guess would be a guess.
    let slips = if typed.len() < 5 { 1 } else { 2 };
    let near = WORDS.iter().map(|word| (distance(&typed, word), *word)).min()?;
    (near.0 <= slips).then_some(near.1)
}

fn low_bits(bits: u64) -> u16 {
    u16::try_from(bits & 0x7ff).expect("eleven bits fit into sixteen")
}

/// Letters to add, drop, change or swap with their neighbour to get from one word to the other.
fn distance(typed: &[char], word: &str) -> usize {
    let word: Vec<char> = word.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=word.len()).collect();
    for (i, &letter) in typed.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &wanted) in word.iter().enumerate() {
            let mut best = (last[j] + usize::from(letter != wanted)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && letter == word[j - 1] && typed[i - 1] == wanted {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[word.len()]
}

/// The words, in the order of the alphabet.
#[rustfmt::skip]
const WORDS: [&str; 1 << BITS_PER_WORD] = [
    "abbey", "able", "above", "absent", "absorb", "accent", "accord", "acid", "acorn", "acrobat",
    "active", "actor", "adapt", "address", "adjust", "admire", "adobe", "adopt", "adult", "advance",
    "advent", "advice", "aerial", "aerobic", "afar", "afford", "agent", "agile", "agree", "airline",
    "airport", "airship", "alarm", "album", "alcove", "alert", "alfalfa", "algebra", "alike", "alive",
    "alley", "allow", "almanac", "almond", "aloft", "alpha", "alpine", "alto", "amaze", "amber", "amend",
    "amiable", "amount", "ample", "amulet", "amuse", "anagram", "anchor", "ancient", "angle", "animal",
    "annual", "answer", "antenna", "anthem", "antique", "antler", "anvil", "anyhow", "apart", "appeal",
    "apple", "appoint", "approve", "apricot", "apron", "aquatic", "arcade", "arch", "arena", "argue",
    "arise", "arm", "aroma", "around", "arrive", "arrow", "artist", "ascend", "ash", "aside", "ask",
    "aspen", "asset", "assist", "assume", "athlete", "atlas", "atom", "attach", "attend", "attic",
    "attract", "auburn", "auction", "audio", "aurora", "author", "autumn", "avenue", "avocado", "avoid",
    "await", "awake", "award", "awesome", "awning", "axis", "axle", "azure", "baby", "back", "badge",
    "bagel", "baker", "balance", "balcony", "ballet", "bamboo", "banana", "banjo", "bank", "banner",
    "banquet", "barber", "bargain", "barley", "barn", "barrel", "basic", "basket", "bassoon", "bath",
    "baton", "battery", "bay", "beacon", "beak", "beam", "beard", "beaver", "bedroom", "bedtime",
    "beehive", "beetle", "begin", "beige", "bell", "belong", "belt", "bench", "besides", "best", "beware",
    "beyond", "biceps", "bicycle", "big", "bike", "binder", "bingo", "biology", "birch", "bird",
    "biscuit", "bishop", "bison", "black", "blade", "blank", "blazer", "bleach", "blend", "bless",
    "blimp", "blink", "bloom", "blossom", "blotter", "blouse", "bluff", "blunt", "boat", "bobbin",
    "bobcat", "bobsled", "body", "boil", "bolt", "bonfire", "bonnet", "bonsai", "bonus", "book", "boost",
    "boot", "borrow", "botany", "bottle", "bounce", "bouquet", "bovine", "bowl", "box", "bracket",
    "brain", "bramble", "branch", "brave", "breath", "breeze", "brick", "bridge", "brief", "bright",
    "bring", "broad", "bronze", "broom", "brother", "brown", "brush", "bubble", "bucket", "budget",
    "buffalo", "buggy", "bugle", "bulb", "bulldog", "bumper", "bundle", "bunker", "bunny", "buoy",
    "burger", "burst", "bus", "butter", "buyer", "bypass", "cabbage", "cabin", "cable", "caboose",
    "cactus", "cadet", "cake", "calcium", "calf", "calico", "call", "calm", "calypso", "camel", "camp",
    "canal", "candle", "canoe", "canteen", "canyon", "capital", "captain", "car", "cascade", "cashew",
    "casino", "castle", "casual", "catalog", "catch", "catfish", "cattle", "caution", "cavalry", "cavern",
    "cedar", "celery", "cello", "cement", "center", "ceramic", "chain", "chalk", "chamber", "change",
    "chapel", "charm", "chase", "chat", "cheap", "check", "cheese", "chef", "cherry", "chess", "chicken",
    "chief", "child", "chimney", "chin", "chip", "chisel", "choice", "chorus", "chowder", "chrome",
    "chuckle", "chunk", "church", "cinema", "cipher", "circle", "citizen", "citrus", "city", "civil",
    "claim", "clap", "class", "clatter", "clay", "clean", "clerk", "clever", "click", "client", "cliff",
    "climb", "clinic", "clip", "cloak", "clock", "cloth", "cloud", "clover", "clown", "club", "clump",
    "cluster", "clutch", "coach", "coal", "coast", "cobalt", "cobble", "cobra", "cobweb", "cocoa", "code",
    "coffee", "coin", "cold", "collar", "colony", "column", "comb", "comet", "comfort", "comic", "comma",
    "compass", "concert", "conifer", "connect", "contact", "convoy", "cookie", "cool", "copilot",
    "copper", "copy", "cork", "corner", "correct", "cosmos", "costume", "cottage", "couch", "cough",
    "count", "couple", "courier", "cousin", "cover", "cow", "coyote", "cracker", "cradle", "craft",
    "crane", "crater", "crawl", "crayon", "cream", "credit", "creep", "crew", "cricket", "crimson",
    "crisp", "critic", "crocus", "croon", "crop", "cross", "crowd", "cruiser", "crumb", "crunch", "crust",
    "cry", "cube", "cuckoo", "cuddle", "cup", "curator", "curfew", "curious", "curl", "current",
    "curtain", "curve", "cushion", "custom", "cutlery", "cycle", "cypress", "dabble", "daily", "dainty",
    "dairy", "daisy", "dance", "dandy", "danger", "dapper", "daring", "dark", "dash", "data", "date",
    "dawdle", "dawn", "day", "dazzle", "deal", "debate", "debut", "decade", "decent", "decimal", "deck",
    "decoy", "deep", "defend", "degree", "delay", "delight", "delta", "demand", "denim", "dentist",
    "depth", "deputy", "derby", "design", "desk", "develop", "dewdrop", "diagram", "dial", "diamond",
    "diary", "dice", "diesel", "digit", "dimple", "dinner", "dish", "distant", "ditch", "dive", "divide",
    "divot", "dock", "doctor", "dog", "doll", "dolphin", "domain", "domino", "donkey", "donor", "door",
    "dormant", "dot", "double", "dove", "down", "dozen", "draft", "dragon", "drama", "drape", "draw",
    "dream", "dress", "drift", "drill", "drink", "drive", "drizzle", "drop", "drowsy", "drum", "dry",
    "duck", "duet", "dugout", "dulcet", "dune", "duplex", "durable", "dusk", "dust", "duty", "dynamic",
    "eager", "eagle", "early", "earnest", "earth", "easel", "east", "easy", "ebony", "echo", "eclipse",
    "ecology", "eddy", "edge", "edit", "educate", "egg", "elastic", "elbow", "elder", "elect", "elegant",
    "element", "eleven", "elf", "elixir", "elk", "elm", "email", "embark", "emblem", "emerald", "emotion",
    "empire", "employ", "empty", "emu", "enable", "enamel", "encore", "end", "energy", "engine", "enjoy",
    "enlist", "ensign", "enter", "entire", "entry", "epic", "episode", "equal", "equip", "erase",
    "errand", "escape", "essay", "essence", "estate", "evening", "every", "evolve", "exact", "example",
    "excite", "excuse", "exhale", "exhibit", "exit", "exotic", "expand", "expert", "explain", "expo",
    "extra", "eyebrow", "eyelid", "fabric", "face", "factory", "fade", "fairway", "faith", "falcon",
    "fall", "fame", "family", "famous", "fan", "farm", "fashion", "fast", "father", "faucet", "favor",
    "feast", "feature", "federal", "fedora", "feline", "fellow", "felt", "fence", "fern", "ferret",
    "fetch", "fever", "few", "fiction", "fiddle", "field", "fiesta", "fifteen", "figure", "filbert",
    "file", "fill", "film", "filter", "final", "finch", "finger", "finish", "firefly", "first", "fishing",
    "fit", "five", "fix", "flag", "flame", "flannel", "flash", "flat", "flavor", "fleet", "flicker",
    "flight", "flint", "flip", "float", "flock", "floor", "flora", "flow", "fluent", "fluffy", "fluid",
    "flurry", "flute", "fly", "foam", "focus", "foghorn", "foil", "fold", "folio", "folk", "follow",
    "fondue", "food", "footage", "forage", "forest", "forget", "fork", "formula", "forty", "forum",
    "fossil", "foster", "found", "fox", "fragile", "frame", "freckle", "free", "freight", "fresh",
    "friend", "frigate", "fringe", "frog", "frolic", "front", "frost", "frozen", "fruit", "fry", "fuel",
    "full", "fund", "fungus", "funny", "furnace", "furrow", "fusion", "future", "fuzzy", "gadget",
    "galaxy", "gallery", "game", "gap", "garage", "garden", "garlic", "garment", "garnet", "gas",
    "gather", "gauge", "gazelle", "gear", "gecko", "gem", "general", "genius", "gentle", "genuine",
    "gerbil", "geyser", "giant", "gibbon", "gift", "giggle", "ginger", "giraffe", "give", "glacier",
    "glad", "glance", "gleam", "glen", "glide", "glimpse", "glitter", "globe", "glory", "glossy", "glove",
    "glow", "glue", "goat", "goblet", "goggles", "golden", "golf", "gondola", "good", "goose", "gopher",
    "gourmet", "gown", "grab", "grace", "grade", "grand", "grape", "grass", "gravel", "green", "grid",
    "griffin", "grin", "grip", "grotto", "group", "grove", "grow", "grumble", "guard", "guava", "guess",
    "guide", "guitar", "gull", "gum", "guppy", "gusto", "gutter", "habit", "haddock", "half", "halibut",
    "halo", "hammer", "hamster", "hand", "hang", "happy", "harbor", "hardy", "harmony", "harness", "harp",
    "harvest", "hat", "hawk", "hazel", "head", "health", "heat", "heavy", "hectare", "hedge", "height",
    "helmet", "help", "hen", "herb", "hermit", "heron", "hexagon", "hiccup", "hickory", "hidden", "hill",
    "hinge", "hint", "hippo", "history", "hobby", "hockey", "holiday", "holly", "homage", "home", "honey",
    "hood", "hook", "hop", "horizon", "horn", "host", "hotel", "house", "hub", "huge", "hull", "human",
    "humble", "hummus", "humor", "hundred", "hurdle", "hurry", "husky", "hut", "hybrid", "hydrant",
    "hyena", "ibex", "iceberg", "icicle", "icon", "idea", "igloo", "iguana", "image", "impact", "improve",
    "inch", "index", "indigo", "indoor", "infant", "ink", "inlet", "input", "inquiry", "insect", "inside",
    "instant", "invent", "invite", "iodine", "iris", "iron", "island", "item", "ivory", "ivy", "jacket",
    "jade", "jaguar", "jalopy", "jar", "jasmine", "jasper", "javelin", "jazz", "jelly", "jersey",
    "jester", "jet", "jewel", "jigsaw", "jingle", "jockey", "jog", "join", "joke", "jolly", "journal",
    "jovial", "joy", "jubilee", "judge", "judo", "jug", "juice", "jumbo", "jump", "jungle", "junior",
    "jury", "justice", "kayak", "kazoo", "keen", "keeper", "kelp", "kennel", "kettle", "kick", "kilo",
    "kimono", "kind", "king", "kiosk", "kitchen", "kite", "kitten", "kiwi", "knee", "knife", "knob",
    "knock", "knuckle", "koala", "label", "labor", "ladder", "ladle", "lady", "lagoon", "lake", "lamb",
    "lamp", "land", "lantern", "lap", "large", "lark", "laser", "lasso", "late", "lattice", "laugh",
    "launch", "laurel", "lava", "law", "layer", "lazy", "leader", "leaf", "league", "lean", "leap",
    "learn", "leather", "lecture", "ledge", "left", "leg", "leisure", "lemon", "lend", "length", "lens",
    "lentil", "leopard", "letter", "level", "liberty", "library", "lid", "lift", "lighter", "lilac",
    "lily", "limb", "lime", "limit", "linen", "lion", "lip", "list", "little", "live", "lizard", "llama",
    "load", "lobby", "lobster", "local", "locket", "locust", "lodge", "lofty", "logic", "lonely", "long",
    "lookout", "loop", "lorry", "lotion", "lotus", "loud", "lounge", "love", "low", "loyal", "luck",
    "luggage", "lullaby", "lumber", "lunar", "lunch", "luxury", "lyric", "machine", "magenta", "magic",
    "magpie", "make", "mallard", "mambo", "mammal", "manatee", "mango", "mansion", "manual", "map",
    "maraca", "marble", "margin", "marina", "market", "marmot", "maroon", "marquee", "marsh", "marvel",
    "mascot", "mask", "mason", "massive", "master", "match", "matrix", "mayor", "meadow", "meal",
    "measure", "media", "medley", "mellow", "melody", "member", "memory", "mention", "menu", "mercury",
    "merit", "mermaid", "mesh", "message", "meteor", "metro", "midday", "mighty", "migrate", "mild",
    "mile", "milk", "mill", "mimic", "mine", "minnow", "mint", "minute", "miracle", "mirror", "mission",
    "misty", "mitten", "mix", "mobile", "mocha", "model", "module", "moment", "monarch", "money",
    "monitor", "monkey", "monsoon", "month", "moon", "mop", "moral", "morsel", "mortar", "mosaic", "moss",
    "motel", "mother", "motion", "motor", "motto", "mount", "mouse", "mouth", "move", "movie", "mud",
    "muffin", "mug", "mule", "museum", "music", "muslin", "mustang", "myself", "mystery", "myth", "nacho",
    "nail", "name", "napkin", "narrow", "nation", "nature", "navy", "near", "neat", "nebula", "neck",
    "nectar", "needle", "neon", "nephew", "nerve", "nest", "network", "neutral", "newt", "nibble",
    "niche", "nickel", "nod", "noise", "nomad", "nonstop", "noodle", "north", "note", "notice", "nougat",
    "novel", "now", "nucleus", "nugget", "number", "nurse", "nut", "nylon", "oak", "oasis", "object",
    "oblong", "oboe", "observe", "occur", "ocean", "octave", "octopus", "odd", "office", "offset",
    "oilcan", "olive", "omega", "omelet", "onion", "online", "onward", "opal", "open", "opera", "opinion",
    "optic", "oracle", "orange", "orbit", "orchard", "order", "oregano", "organ", "origin", "ornate",
    "osprey", "ostrich", "otter", "ounce", "outdoor", "outer", "outfit", "outing", "outline", "oval",
    "oven", "owl", "owner", "oxide", "oxygen", "oyster", "pace", "pacific", "paddle", "page", "pagoda",
    "paint", "palace", "palm", "pancake", "panda", "panel", "panther", "papaya", "paper", "paprika",
    "parade", "parcel", "parent", "parka", "parlor", "parrot", "parsley", "party", "pass", "pasta",
    "patch", "patient", "patrol", "pattern", "pave", "paw", "payment", "peach", "peanut", "pearl",
    "pebble", "pecan", "peg", "pelican", "pencil", "pendant", "penguin", "penny", "people", "pepper",
    "perfect", "period", "perky", "permit", "person", "pesto", "petal", "petunia", "phantom", "photo",
    "phrase", "piano", "piccolo", "pickle", "picnic", "picture", "pigeon", "pigment", "pilgrim", "pillow",
    "pilot", "pin", "pioneer", "pipe", "pirate", "pitch", "pixel", "pizza", "place", "plaid", "planet",
    "plaster", "plateau", "play", "plaza", "pledge", "plenty", "pliers", "plot", "plug", "plumage",
    "plunge", "plus", "plywood", "pocket", "podium", "poem", "poet", "poker", "polar", "polish", "polka",
    "polygon", "poncho", "pond", "pony", "pool", "popcorn", "poplar", "poppy", "popular", "porch", "port",
    "postal", "potato", "pottery", "pouch", "poultry", "pound", "powder", "power", "prairie", "precise",
    "prefer", "preheat", "prelude", "premium", "prepare", "pretty", "prevent", "price", "primary",
    "prince", "prism", "private", "probe", "project", "promise", "proof", "propel", "prosper", "proton",
    "proud", "prowl", "prune", "pudding", "pulley", "pulse", "puma", "pumpkin", "punch", "pupil",
    "puppet", "pure", "purify", "purple", "purse", "push", "putty", "puzzle", "pyramid", "python",
    "quail", "quarter", "queen", "query", "quest", "quick", "quiet", "quill", "quince", "quit", "quiver",
    "quiz", "quote", "rabbit", "raccoon", "race", "rack", "radar", "radio", "raft", "ragtime", "rail",
    "raisin", "rally", "rambler", "ramp", "ranch", "random", "range", "rapid", "rare", "rattle", "raven",
    "ravine", "razor", "reach", "ready", "realm", "rebound", "rebuild", "recall", "recipe", "record",
    "recycle", "reduce", "redwood", "reef", "refill", "reflect", "refresh", "regatta", "region",
    "rejoice", "relax", "relish", "remark", "remedy", "remind", "remote", "renew", "rent", "repair",
    "repeat", "reply", "report", "reptile", "rescue", "resin", "resort", "respond", "restore", "resume",
    "retreat", "return", "reunion", "review", "reward", "rhino", "rhyme", "rhythm", "rib", "rice", "rich",
    "riddle", "ride", "rinse", "ripple", "risotto", "ritual", "river", "roast", "robin", "robot",
    "robust", "rock", "rodeo", "romance", "rondo", "roof", "room", "rooster", "rope", "rotate", "round",
    "routine", "rowboat", "royal", "rubber", "ruby", "rudder", "ruffle", "rugby", "rugged", "ruler",
    "rumba", "run", "rural", "rush", "rustic", "saddle", "safari", "safe", "saffron", "saga", "sage",
    "salad", "salmon", "salon", "salsa", "salt", "salute", "samba", "sample", "sandal", "sardine",
    "satchel", "satin", "sauce", "savanna", "sawdust", "say", "scale", "scamper", "scan", "scarf",
    "scatter", "school", "science", "scoop", "score", "scout", "scrap", "screen", "script", "scroll",
    "scuba", "seafood", "seagull", "seal", "search", "season", "seat", "second", "secret", "secure",
    "segment", "select", "send", "senior", "serene", "sesame", "setting", "seven", "shade", "shaggy",
    "shake", "shallow", "shampoo", "shape", "share", "shawl", "shears", "sheep", "shelf", "sheriff",
    "shield", "shift", "shimmer", "shine", "ship", "shirt", "shiver", "shock", "shop", "short", "shovel",
    "show", "shrimp", "shrub", "shut", "shy", "sibling", "sierra", "sieve", "silent", "silk", "silly",
    "silver", "simple", "sincere", "sing", "siphon", "siren", "sirloin", "sister", "sit", "six", "sizzle",
    "skate", "sketch", "ski", "skunk", "skyline", "slalom", "slate", "sled", "sleep", "slender", "slice",
    "slide", "slim", "slipper", "slogan", "slope", "slow", "small", "smart", "smile", "smoke", "smooth",
    "snack", "snail", "snake", "sneaker", "sneeze", "snippet", "snooze", "snorkel", "snow", "snug",
    "soap", "soccer", "social", "sock", "soda", "sofa", "soft", "soil", "solar", "solid", "solo", "solve",
    "sonata", "song", "soon", "soothe", "soprano", "sorbet", "sort", "sound", "soup", "source", "south",
    "space", "spaniel", "spark", "spatula", "speak", "special", "speed", "spell", "spend", "sphere",
    "spice", "spider", "spike", "spinach", "spiral", "splash", "split", "spokes", "sponge", "spoon",
    "sport", "spot", "spray", "sprout", "spruce", "spur", "spy", "square", "squeak", "squid", "stable",
    "stadium", "staff", "stage", "stamp", "stand", "star", "statue", "stay", "steady", "stem", "stencil",
    "step", "stereo", "stick", "still", "stir", "stitch", "stock", "stomach", "stone", "stool", "stop",
    "stork", "stove", "straw", "stream", "string", "strong", "studio", "sturdy", "style", "suburb",
    "subway", "sugar", "suit", "sultan", "summer", "sundial", "sunfish", "sunny", "sunrise", "sunset",
    "super", "supply", "surf", "surplus", "sushi", "suspend", "swallow", "swamp", "swan", "swap", "swarm",
    "sway", "sweater", "swift", "swim", "swing", "swirl", "switch", "swivel", "syrup", "tabby", "tablet",
    "taco", "tadpole", "tailor", "take", "talent", "talk", "tall", "talon", "tandem", "tangent", "tank",
    "tape", "tapioca", "target", "tart", "task", "tassel", "taste", "tawny", "taxi", "teapot", "temple",
    "tender", "tennis", "tenor", "tent", "terrace", "test", "text", "thank", "thatch", "thaw", "theater",
    "theme", "thermos", "thimble", "think", "third", "thistle", "thorn", "thread", "thrive", "throat",
    "thumb", "thunder", "ticket", "tidal", "tie", "tiger", "timber", "time", "tinsel", "tiny", "tiptoe",
    "tissue", "toast", "today", "toddler", "toffee", "tofu", "toggle", "token", "tomato", "tone",
    "tongue", "tonight", "tool", "tooth", "topaz", "topic", "topple", "torch", "tornado", "touch", "tour",
    "towel", "track", "trade", "traffic", "train", "trapeze", "tray", "treat", "tree", "trek", "trellis",
    "tremble", "trestle", "tribe", "trickle", "trim", "trinket", "tripod", "triumph", "trolley", "trophy",
    "trouble", "true", "trumpet", "trunk", "tuba", "tugboat", "tulip", "tundra", "tunic", "tunnel",
    "turban", "turkey", "turn", "turtle", "tutor", "tutu", "tuxedo", "tweed", "twelve", "twenty", "twice",
    "twig", "twinkle", "twist", "typhoon", "ukulele", "ultra", "uncle", "under", "unicorn", "uniform",
    "unique", "unity", "unlock", "unpack", "unusual", "upbeat", "update", "upgrade", "uphill", "upland",
    "uplift", "upper", "upright", "uptown", "upward", "usher", "vacuum", "valiant", "value", "vanilla",
    "vapor", "variety", "vault", "vector", "vegan", "vehicle", "veil", "velvet", "vendor", "veneer",
    "venison", "venture", "veranda", "verdict", "verse", "viaduct", "vibrate", "victory", "video",
    "viking", "villa", "vinegar", "vintage", "violin", "virtue", "visit", "visor", "vista", "visual",
    "vitamin", "vivid", "voice", "volcano", "volley", "volt", "volume", "vortex", "voyage", "vulture",
    "waffle", "wagon", "wagtail", "walkway", "wallaby", "walnut", "walrus", "waltz", "wander", "warbler",
    "washer", "wasp", "water", "watt", "weave", "web", "wedding", "weekend", "welcome", "well", "west",
    "wharf", "wheat", "wheel", "whistle", "white", "wicker", "widget", "width", "wildcat", "willing",
    "window", "wing", "winter", "wire", "wisdom", "wish", "wizard", "wolf", "wombat", "wonder", "wool",
    "word", "work", "wren", "wrinkle", "wrist", "yacht", "yard", "yarn", "year", "yellow", "yes", "yoga",
    "yonder", "young", "yummy", "zany", "zebra", "zenith", "zephyr", "zero", "zigzag", "zinc", "zip",
    "zither", "zodiac", "zone", "zoo",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_short_plain_and_in_order() {
        assert!(WORDS.is_sorted_by(|a, b| a < b), "binary search needs order, and no word twice");
        for word in WORDS {
            assert!((3..=7).contains(&word.len()), "{word} is too short or too long");
            assert!(word.bytes().all(|byte| byte.is_ascii_lowercase()), "{word} is not plain");
        }
    }

    #[test]
    fn four_letters_tell_a_word_and_no_short_word_begins_another() {
        for pair in WORDS.windows(2) {
            // In order, so words that share a beginning are neighbours.
            let telling = TELLING_LETTERS.min(pair[0].len());
            assert!(!pair[1].starts_with(&pair[0][..telling]), "{} and {} are alike", pair[0], pair[1]);
        }
    }

    #[test]
    fn the_list_is_the_one_that_codes_on_other_machines_are_made_of() {
        let hash = blake3::hash(WORDS.join(" ").as_bytes()).to_hex();
        assert_eq!(hash.as_str(), "LIST_HASH");
    }

    #[test]
    fn a_word_is_found_by_itself_by_four_letters_and_by_what_it_was_meant_to_be() {
        for (at, word) in (0_u16..).zip(WORDS) {
            assert_eq!(number(word), Some(at));
            assert_eq!(number(&word.to_uppercase()), Some(at));
            assert_eq!(number(&word[..word.len().min(4)]), Some(at), "the beginning of {word}");
            assert_eq!(super::word(at), word);
        }
        assert_eq!(number("harbour"), number("harbor"));
        assert_eq!(number("locomotive"), None);
        for typed in ["", "a", "ha", "zzzz", "caf\u{e9}", "\u{1f682}", "hä"] {
            assert_eq!(number(typed), None, "{typed:?}");
        }
    }

    #[test]
    fn a_slip_is_guessed_and_nonsense_is_not() {
        assert_eq!(nearest("kettel"), Some("kettle"));
        assert_eq!(nearest("ketle"), Some("kettle"));
        assert_eq!(nearest("Wihstle"), Some("whistle"));
        assert_eq!(nearest("zoos"), Some("zoo"));
        assert_eq!(nearest("xqxqxqx"), None);
        assert_eq!(nearest(""), None);
        assert_eq!(nearest(&"a".repeat(100_000)), None);
    }

    #[test]
    fn phrases_are_fixed() {
        assert_eq!(phrase(&[0; 32]), ["abbey"; 4]);
        assert_eq!(phrase(&[0xff; 32]), ["zoo"; 4]);
        let mut counted = [0; 32];
        (0_u8..).zip(&mut counted).for_each(|(i, byte)| *byte = i * 7 + 1);
        assert_eq!(phrase(&counted), ["PHRASE"; 4]);
        let mut tail = counted;
        tail[6..].fill(0);
        assert_eq!(phrase(&tail), phrase(&counted), "44 bits make a phrase");
        tail[0] ^= 0x80;
        assert_ne!(phrase(&tail), phrase(&counted));
    }
}
