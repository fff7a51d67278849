-- What a payer owes is looked up on each visit of a dashboard: nearly always nothing.
create index invoices_open on payments.invoices (billing_entity_id) where status = 'open';
