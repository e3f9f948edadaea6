-- Requires PostgreSQL 15 or newer.

create extension if not exists pg_trgm;

create domain tk as numeric(14, 2);

-- What two spellings of one text share, like textKey in contract/text.ts: without invisible marks, in lower case and Latin digits.
-- Not a repeatable function, because columns and indexes use it: a migration that changes it must also rebuild those.
create function text_key(p_text text) returns text language sql immutable parallel safe
  return lower(normalize(
    regexp_replace(
      translate(p_text, '০১২৩৪৫৬৭৮৯', '0123456789'),
      '[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E'
        '\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3'
        '\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'),
    nfc));
