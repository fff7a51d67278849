-- Instead of 0054-webhooks.sql where EVENT_CURSOR is numbers: all but the place of the reader, below, is the same.

-- Programs of other people that are told what happens at a place, what they were sent, and how that went.

create table customers.webhooks (
  id uuid primary key,
  kind text not null check (kind in ('site', 'clinic', 'billing_entity')),
  place_id uuid not null,
  url text not null check (length(url) <= 500),
  events text[] not null,
  secret bytea not null, -- sealed for the webhook's id
  former_secret bytea, -- the one before, sealed alike; what is sent is signed by both
  former_until timestamptz(3),
  added_by uuid not null, -- is mailed when it is switched off, as long as they may keep it
  off_because text check (off_because in ('asked', 'failing', 'gone')), -- null: it is on
  failing_since timestamptz(3), -- the first failure after which nothing arrived
  created_at timestamptz(3) not null default now(),
  version int not null default 1,
  unique (place_id, url)
);

create table customers.webhook_deliveries (
  webhook_id uuid not null references customers.webhooks on delete cascade,
  event_id uuid not null, -- of the line of the audit trail, or of a test
  event text not null,
  about jsonb not null, -- kinds and ids, nothing else
  at timestamptz(3) not null,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'missed')),
  tries int not null default 0,
  round_from int not null default 0, -- tries before it was last sent anew
  round_at timestamptz(3) not null default now(), -- when that was
  next_try_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (webhook_id, event_id)
);
create index webhook_deliveries_newest on customers.webhook_deliveries (webhook_id, at desc, event_id desc);
create index webhook_deliveries_age on customers.webhook_deliveries (created_at);

create table customers.webhook_tries (
  webhook_id uuid not null,
  event_id uuid not null,
  n int not null,
  at timestamptz(3) not null,
  status int, -- null: no answer
  duration_ms int not null,
  answer text not null, -- its first characters
  failure text, -- why there was none
  primary key (webhook_id, event_id, n),
  foreign key (webhook_id, event_id) references customers.webhook_deliveries on delete cascade
);

-- How far the audit trail has been read: one row, held by whoever reads on.
create table customers.webhook_reader (
  is_one boolean primary key default true check (is_one),
  written_in int8 not null default 0, -- no backup has it: a restored copy begins to count anew
  line_id uuid not null
);
insert into customers.webhook_reader (line_id) values ('00000000-0000-0000-0000-000000000000');
