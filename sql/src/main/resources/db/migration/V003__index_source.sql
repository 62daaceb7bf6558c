-- What the search index follows: the rectangles that an entry has closed. Open ones, which are most, stay out of it.
CREATE INDEX span_by_end ON span (space, sys_to) WHERE sys_to < 9223372036854775807;
