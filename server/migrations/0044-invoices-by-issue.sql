-- no transaction
-- A dashboard asks for a year of a payer's invoices, of however many years it has.
drop index concurrently if exists payments.invoices_issued;
create index concurrently invoices_issued on payments.invoices (billing_entity_id, issued_at);
