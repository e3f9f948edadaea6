-- Codes are the same if their letters and digits are. Their keyed hashes are made again at the next start, which has the key; those of
-- codes that were edited away cannot be, and stay as they are.
alter table settings add column are_codes_indexed boolean not null default false;

-- A hash says nothing of the voucher that anybody sees: no version, no count and no retired code comes of this. Of two that are the same
-- code now the first has the hash, and the other keeps its own.
create function index_codes(p_ids bigint[], p_indexes bytea[]) returns void language plpgsql as $$
begin
  alter table vouchers disable trigger user;
  update vouchers v set code_index = n.code_index
  from (
    select distinct on (code_index) id, code_index from unnest(p_ids, p_indexes) as t (id, code_index) order by code_index, id
  ) n
  where v.id = n.id and not exists (select from vouchers o where o.code_index = n.code_index);
  alter table vouchers enable trigger user;
end $$;
