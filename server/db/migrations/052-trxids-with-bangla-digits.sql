-- TrxIDs that kept their Bangla digits because the Latin ones were taken (047): few, and no more are added. One that mixes digits is
-- found by its Latin ones.
create index transactions_trx_id_bangla on transactions (translate(lower(trx_id), '০১২৩৪৫৬৭৮৯', '0123456789')) where trx_id ~ '[০-৯]';
