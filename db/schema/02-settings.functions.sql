create or replace trigger settings_version before update on settings
  for each row execute function raise_version();

-- A query over many rows passes the zone, which is then looked up once.
create or replace function shop_day(moment timestamptz, zone text) returns date immutable language sql
  return (moment at time zone zone)::date;

create or replace function shop_day(moment timestamptz) returns date stable language sql
  return shop_day(moment, (select time_zone from settings));
