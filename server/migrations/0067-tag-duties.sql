-- In how many days replaced tags and those of dead animals are reported; 0: it asks for none. Null: as is usual in its country.
alter table herd.settings
  add column tag_days int;
