//! How peers find each other. Here so far: the words that codes and phrases are made of.

pub mod limits;
pub mod words;
