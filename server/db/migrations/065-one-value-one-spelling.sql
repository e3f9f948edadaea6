-- TrxIDs are kept as contract/trx-id.ts reads them. Rows from before it may have other spellings.
alter table transactions add constraint transactions_trx_id_plain check (trx_id ~ '^[A-Z0-9]+$') not valid;
drop index transactions_trx_id_odd;

-- A TrxID without the letters that are read as digits: O as 0, I and L as 1.
create function trx_look(p_trx_id text) returns text language sql immutable parallel safe
  return translate(upper(p_trx_id), 'OIL', '011');

-- By the beginning, which also finds the whole one, and by the end.
create index transactions_trx_look on transactions (trx_look(trx_id) collate "C") where trx_id is not null;
create index transactions_trx_look_end on transactions (reverse(trx_look(trx_id)) collate "C") where trx_id is not null;

-- A phone as it is compared, like phoneKey of contract/phone.ts: its digits, of a Bangladeshi mobile number '8801XXXXXXXXX'.
drop index users_phone_unique;
drop index users_without_sms_number;
drop function sms_number(text);
drop function phone_key(text);
create function phone_key(p_phone text) returns text language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(translate(p_phone, '০১২৩৪৫৬৭৮৯', '0123456789'), '[^0-9]', '', 'g'),
    '^(?:(?:00)?8800?|0)?(1[3-9][0-9]{8})$', '880\1');

-- A customer's phone as gateways take it, or null. The phone's unique index makes it each customer's own.
create function sms_number(p_phone_key text) returns text language sql immutable parallel safe
  return case when p_phone_key ~ '^8801[3-9][0-9]{8}$' then p_phone_key end;

alter table users drop column phone_digits;
alter table users add column phone_digits text not null generated always as (phone_key(phone)) stored;
create unique index users_phone_unique on users (phone_digits) where deleted_at is null;
create index users_phone_search on users using gin (phone_digits gin_trgm_ops);
create index users_without_sms_number on users (id) where deleted_at is null and sms_number(phone_digits) is null;

alter table orders drop column phone_digits;
alter table orders add column phone_digits text not null generated always as (phone_key(phone)) stored;
create index orders_phone on orders (phone_digits, id) where phone_digits <> '';

create or replace function note_transaction_terms() returns trigger language plpgsql as $$
begin
  insert into money_terms (list, term, row_id)
  select 'transactions', term, id
  from added
  cross join lateral (values (phone_key(number)), (lower(trx_id))) as t (term)
  where term <> ''
  on conflict do nothing;
  return null;
end $$;

create or replace function note_withdrawal_terms() returns trigger language plpgsql as $$
begin
  insert into money_terms (list, term, row_id)
  select 'withdrawals', phone_key(number), id
  from added
  where phone_key(number) <> ''
  on conflict do nothing;
  return null;
end $$;

-- A row is found by each number that it had: an admin who writes another number over a customer's would otherwise hide that the same
-- payment comes in a second time.
create or replace function note_new_number() returns trigger language plpgsql as $$
begin
  if phone_key(new.number) <> '' then
    insert into money_terms (list, term, row_id)
    values (tg_table_name, phone_key(new.number), new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;

insert into money_terms (list, term, row_id)
select 'transactions', phone_key(number), id from transactions where phone_key(number) <> ''
union all
select 'withdrawals', phone_key(number), id from withdrawals where phone_key(number) <> ''
on conflict do nothing;
insert into order_terms (term) select distinct phone_digits from orders where phone_digits <> '' on conflict do nothing;

-- A player id as it is compared, like playerKey of contract/store-texts.ts: '258794652 (1234)' is '258794652 - 1234'.
create function player_key(p_playerid text) returns text language sql immutable parallel safe
  return coalesce(
    nullif(
      regexp_replace(
        translate(lower(normalize(p_playerid, nfc)), '০১২৩৪৫৬৭৮৯', '0123456789'),
        '[\u0009-\u000D\u0020\u0023\u0028\u0029\u002B-\u002F\u003A\u003B\u003C\u003E\u005B-\u005D\u005F\u007B-\u007D\u00A0\u1680\u2000-\u200A'
          '\u2010-\u2015\u2028\u2029\u202F\u205F\u3000\uFEFF]', '', 'g'),
      ''),
    lower(p_playerid));

drop index orders_playerid;
create index orders_playerid on orders (player_key(playerid), id);

create or replace function note_order_terms() returns trigger language plpgsql as $$
begin
  insert into order_terms (term)
  select distinct term
  from added cross join lateral (values (player_key(added.playerid)), (added.phone_digits)) as t (term)
  where term <> ''
  on conflict do nothing;
  return null;
end $$;

insert into order_terms (term) select distinct player_key(playerid) from orders where player_key(playerid) <> '' on conflict do nothing;
