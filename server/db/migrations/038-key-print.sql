-- By what the shop knows its own master key, which is not in the database: under another one nothing that is sealed opens.
alter table settings add column key_print text;
