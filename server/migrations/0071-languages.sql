-- In which language somebody reads mails and documents. Null: never chosen, which is English. That whoever left has none is not
-- for the constraint users_left to say: the release before this one empties a profile without knowing of it.
alter table customers.users add column language text check (language in ('en', 'fr-CA', 'es'));
