//! One module a screen.
