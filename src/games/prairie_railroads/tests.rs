//! The rules of Prairie Railroads.
