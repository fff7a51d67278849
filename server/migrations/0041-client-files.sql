-- The hashed files of the builds that processes serve, so that each serves those of all: a page of one version may ask a
-- process of another. A file is dropped a week after it was last served.
create table platform.client_files (
  name text primary key,
  content bytea not null,
  -- Whether the content is packed by brotli.
  is_packed boolean not null,
  -- Noted each few hours by the processes whose build has it.
  served_at timestamptz not null default now()
);
alter table platform.client_files alter column content set storage external;
