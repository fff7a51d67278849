-- Invitations to sites, clinics and billing entities, by address.
create table customers.invites (
  id uuid primary key,
  place_id uuid not null,
  kind text not null check (kind in ('site', 'clinic', 'billing_entity')),
  email text not null check (length(email) <= 254),
  role text not null check (role in ('Admin', 'User')),
  hand_id uuid,                                     -- who is on the list by name and becomes whoever accepts
  -- What was done with it. That it expired, or its inviter lost the right, is worked out when it is read.
  status text not null default 'sent' check (status in ('sent', 'accepted', 'declined', 'revoked')),
  invited_by uuid not null references customers.users on delete cascade, -- whoever sent it last
  created_at timestamptz(3) not null default now(),
  expired_at timestamptz(3) not null,               -- good until then
  answered_by uuid references customers.users on delete cascade,
  answered_at timestamptz(3),
  mailing int not null default 1,                   -- counts how often it was sent; older letters of it stay at home
  mail text not null default 'queued' check (mail in ('queued', 'sent', 'failed')), -- the newest letter
  mail_problem text,                                -- why it failed, in words for its sender
  reminders smallint not null default 0,            -- of this sending: 1 after the second day, 2 after the sixth
  version int not null default 1,
  check ((answered_by is null) = (status not in ('accepted', 'declined'))),
  check (mail_problem is null or mail = 'failed')
);
-- One open invitation a place and address; sending it again renews it.
create unique index invites_open on customers.invites (place_id, email) where status = 'sent';
create index invites_place on customers.invites (place_id, id);
create index invites_email on customers.invites (email, kind, id);
create index invites_inviter on customers.invites (invited_by);
create index invites_answerer on customers.invites (answered_by);
-- For reminders, and for clearing away what was over long ago.
create index invites_expiry on customers.invites (expired_at);

-- Whether an address belongs to a member already.
create index users_email on customers.users (email);
