-- Who may change what is worth stealing. The shop's role writes it only within an act, which the server begins in each of its transactions.

-- Each call of the contract, each job and each command, as the program that started last declares them.
create table actions (
  name     text   primary key,
  -- A module's key, 'super', 'signed-in', 'store', 'public' or 'system'.
  access   text   not null,
  also_for text[] not null default '{}',
  effects  text[] not null default '{}'
);

-- Only the owner reads it, and no backup holds it.
create table act_keys (
  is_only  boolean primary key default true check (is_only),
  -- SHA-256 of what the servers begin acts with; null until the first one has started.
  key_hash bytea,
  -- Signs the act of a transaction: the setting that holds it can be written by anyone.
  secret   bytea   not null default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);
insert into act_keys default values;
create sequence acts_id_seq;
