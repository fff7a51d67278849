-- no transaction
-- What staff look for by how it begins: an address, a name, a number, a domain. In the order of their signs, whatever the database
-- sorts by.
drop index concurrently if exists auth.emails_begin;
create index concurrently emails_begin on auth.emails (email collate "C");
drop index concurrently if exists customers.users_first_names;
create index concurrently users_first_names on customers.users (lower(first_name || ' ' || coalesce(last_name, '')) collate "C");
drop index concurrently if exists customers.users_last_names;
create index concurrently users_last_names on customers.users (lower(last_name) collate "C");
drop index concurrently if exists customers.sites_names;
create index concurrently sites_names on customers.sites (lower(name) collate "C");
drop index concurrently if exists customers.clinics_names;
create index concurrently clinics_names on customers.clinics (lower(name) collate "C");
drop index concurrently if exists customers.clinics_emails;
create index concurrently clinics_emails on customers.clinics (email collate "C");
drop index concurrently if exists customers.billing_entities_names;
create index concurrently billing_entities_names on customers.billing_entities (lower(name) collate "C");
drop index concurrently if exists customers.billing_entities_emails;
create index concurrently billing_entities_emails on customers.billing_entities (email collate "C");
drop index concurrently if exists customers.host_names_begin;
create index concurrently host_names_begin on customers.host_names (name collate "C");
drop index concurrently if exists customers.domain_claims_begin;
create index concurrently domain_claims_begin on customers.domain_claims (domain collate "C");
drop index concurrently if exists payments.invoices_numbers;
create index concurrently invoices_numbers on payments.invoices (number collate "C");
