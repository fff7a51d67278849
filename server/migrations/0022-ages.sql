-- How old lines of the audit trail and kept keys are is asked once an hour, of whole runs of lines at once,
-- but told by every deed: an index of page ranges costs a deed nearly nothing.
drop index platform.audit_age;
create index audit_age on platform.audit using brin (at) with (autosummarize = on);
drop index platform.idempotency_keys_age;
create index idempotency_keys_age on platform.idempotency_keys using brin (created_at) with (autosummarize = on);
