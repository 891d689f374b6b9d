//! The pieces of every screen, with a moment of a recorded game: what they look like, and what must hold in any area.

#[path = "common/table.rs"]
#[expect(dead_code, reason = "recorded games need no random decisions")]
mod table;

#[path = "widgets/anywhere.rs"]
mod anywhere;
#[path = "widgets/boards.rs"]
mod boards;
#[path = "widgets/compose.rs"]
mod compose;
#[path = "widgets/maps.rs"]
mod maps;
#[path = "widgets/picture.rs"]
mod picture;
#[path = "widgets/pictures.rs"]
mod pictures;
#[path = "widgets/stage.rs"]
mod stage;
#[path = "widgets/track_board.rs"]
mod track_board;
