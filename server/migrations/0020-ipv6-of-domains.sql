-- What an IPv6 address of a custom domain was at its last look: visitors with IPv6 would be led there.
alter table customers.domain_claims add column seen_aaaa text[] not null default '{}';
