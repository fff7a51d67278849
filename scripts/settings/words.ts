/* What each setting is for, in the words of operators; `scripts/settings.ts` adds what the rules themselves say. */

interface Words {
  about: string
  /** What is so where it is not given and the rule itself does not say. */
  unset?: string
}

interface Group {
  title: string
  about?: string
  settings: Readonly<Record<string, Words>>
}

export const groups: readonly Group[] = [
  {
    title: 'Where it is found',
    settings: {
      NODE_ENV: {
        about:
          '`production` wherever others come: only then are codes not shown and cards real; without it a public `PUBLIC_URL` is refused',
      },
      PUBLIC_URL: {
        about: "the portal's own address, as people open it",
        unset: '`http://localhost:` and `PORT`',
      },
      BASE_DOMAIN: {
        about: 'sites and clinics answer below it; must be given beside a public portal',
        unset: '`localhost`',
      },
      TENANT_A_RECORD: {
        about:
          "the address that places' own domains must point at: the balancer's; must be given beside a public portal",
        unset: '`127.0.0.1`',
      },
      TRUSTED_PROXIES: {
        about:
          'addresses of the balancer: whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. Needed with an https `PUBLIC_URL`',
        unset: 'nobody',
      },
      HOST: {
        about:
          'where it listens for requests: `127.0.0.1` beside its balancer, else the address that the balancer reaches',
        unset: 'this machine alone',
      },
      PORT: { about: 'the port it listens at for requests' },
      OPS_HOST: {
        about: 'where health, metrics and questions about certificates are answered; never public',
        unset: '`127.0.0.1`',
      },
      OPS_PORT: {
        about: 'the port of those, another one for each process of a machine; 0 takes any that is free',
      },
    },
  },
  {
    title: 'Database and files',
    settings: {
      DATABASE_URL: {
        about: 'the PostgreSQL, as the role that reads and writes rows (`docs/operators/database.md`)',
        unset: 'a PostgreSQL of its own in `DATA_DIR`, for one process alone',
      },
      MIGRATE_DATABASE_URL: {
        about:
          'the same database as the role that owns its schema; for migrating and restoring alone, never for what serves',
        unset: "`DATABASE_URL`'s role does both",
      },
      DATABASE_READ_URL: {
        about:
          'a streaming standby of the same database, as the same role, that answers lists wherever it has all that was committed when they were asked for (`docs/operators/database.md`, "Lists from a standby")',
        unset: 'lists are answered by `DATABASE_URL`',
      },
      EVENT_CURSOR: {
        about:
          'by what live pages and webhooks know what is new: `numbers` for a database that does not number its transactions (`docs/operators/other-databases.md`). A database is begun with one and keeps it; another is reached by a backup and a restore',
      },
      PG_POOL: { about: 'the most connections that this process has, of whatever kind' },
      DATA_DIR: {
        about:
          'its own PostgreSQL, and in development kept mails and the secret; in production with `DATABASE_URL` nothing is written there',
        unset: '`data` in the clone or release',
      },
    },
  },
  {
    title: 'Secrets',
    settings: {
      APP_SECRET: {
        about:
          'keys of tokens and codes, 32 bytes or more (`openssl rand -base64 48`); required in production, the same for all processes; two with a comma between while one is exchanged (`docs/operators.md`)',
        unset: 'in development one is made in `DATA_DIR`',
      },
    },
  },
  {
    title: 'Mail',
    settings: {
      SMTP_URL: {
        about:
          'the mail server that takes our mail; required in production. `smtps:`, or `smtp:` with STARTTLS; with a password TLS is demanded',
        unset: 'mails are kept in `DATA_DIR` and shown at `/dev/mail`',
      },
      MAIL_FROM: { about: 'who mails come from', unset: "the brand's name at `no-reply@` and `BASE_DOMAIN`" },
    },
  },
  {
    title: 'Money',
    settings: {
      PAYMENT_GATEWAY: { about: 'who keeps cards and charges them; the sandbox takes no real money' },
      ALLOW_SANDBOX: { about: '1 lets production run with the sandbox, such as for a trial' },
      STRIPE_SECRET_KEY: { about: 'needed with `PAYMENT_GATEWAY=stripe`', unset: '—' },
      STRIPE_PUBLISHABLE_KEY: { about: 'needed with `PAYMENT_GATEWAY=stripe`', unset: '—' },
      STRIPE_WEBHOOK_SECRET: {
        about: 'needed with `PAYMENT_GATEWAY=stripe`; two with a comma between while one is exchanged',
        unset: '—',
      },
      STRIPE_API_BASE: {
        about: "another address than Stripe's own, such as a test double's",
        unset: "Stripe's",
      },
      SELLER_NAME: { about: 'who issues invoices', unset: '`Byre`' },
      SELLER_ADDRESS: { about: 'their address on invoices, in parts with commas between', unset: 'none' },
      TAX_NUMBERS: {
        about:
          'the numbers of the taxes that are charged, such as `GST=123456789RT0001,QST=1234567890TQ0001`; a tax without a number is not charged',
        unset: 'no tax',
      },
    },
  },
  {
    title: 'Domains of places',
    settings: {
      DNS_SERVER: {
        about: 'who is asked whether a domain points here',
        unset: "the system's; in development one of our own at `/dev/dns`",
      },
    },
  },
  {
    title: 'Webhooks',
    settings: {
      WEBHOOK_TEST_CA: {
        about:
          'a certificate (PEM file) by which webhooks also reach receivers on this machine, to try them out; production refuses it',
        unset: 'addresses of the internet alone',
      },
    },
  },
  {
    title: 'Pages and brand',
    settings: {
      BYRE_BRAND: { about: 'the brand of this installation' },
      BYRE_PRODUCTS: { about: 'which products it manages', unset: 'both' },
      BYRE_APPS: {
        about: 'of which kinds of place the app is on; the others answer with who is signed in there',
        unset: 'both',
      },
      TERMS_URL: { about: 'your terms of service, in footers and at registration', unset: 'not shown' },
      PRIVACY_URL: { about: 'your privacy policy, beside it', unset: 'not shown' },
      HELP_URL: { about: 'your help pages', unset: 'not shown' },
      CONTACT_URL: { about: 'how to reach you: a page or an e-mail address', unset: 'not shown' },
      SECURITY_CONTACT: {
        about: 'who is told of weaknesses, at `/.well-known/security.txt`',
        unset: 'nothing is said',
      },
      BYRE_AUTH_URL: { about: 'where pages find sign-in, if elsewhere', unset: 'the same address' },
      BYRE_CUSTOMERS_URL: {
        about: 'where pages find places and people, if elsewhere',
        unset: 'the same address',
      },
      BYRE_PAYMENTS_URL: { about: 'where pages find payments, if elsewhere', unset: 'the same address' },
      BYRE_SPECIES_URL: { about: 'where pages find species, if elsewhere', unset: 'the same address' },
    },
  },
  {
    title: 'How much one process takes on',
    settings: {
      LIMIT_FACTOR: {
        about:
          'multiplies rate limits, and where above 1 what one address and the event loop are allowed; in production never the limits of sign-in, codes and cards',
      },
      MAX_CONNECTIONS: { about: 'connections open at a time' },
      MAX_CONNECTIONS_PER_ADDRESS: { about: 'the same from one address that is no trusted proxy' },
      ANSWER_SECONDS: { about: 'when a call that has no answer is 503' },
      SLOW_READER_SECONDS: { about: 'when a connection that takes nothing is cut' },
      OVERLOAD_DELAY_MS: { about: 'how late the event loop may be, in milliseconds, before calls are 503' },
    },
  },
  {
    title: 'Log and traces',
    settings: {
      LOG_LEVEL: {
        about: 'the least that is written; `warn` leaves out the line that each request has',
        unset: '`info` in production, else `warn`',
      },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        about:
          'the collector that requests and jobs are told to, by OTLP (`docs/operators/watching.md`, "Traces"); `/v1/traces` is added to it',
        unset: 'nothing is traced',
      },
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { about: 'the same, taken as it stands', unset: 'the one above' },
      OTEL_EXPORTER_OTLP_HEADERS: {
        about: 'what the collector asks for, such as `authorization=Bearer%20…`',
        unset: 'none',
      },
      OTEL_EXPORTER_OTLP_PROTOCOL: { about: 'how it is told' },
      OTEL_TRACES_EXPORTER: { about: '`none` tells nobody, whatever stands above' },
      OTEL_TRACES_SAMPLER: {
        about: 'which of them; `traceidratio` a share, whatever a caller says',
        unset: '`parentbased_always_on`',
      },
      OTEL_TRACES_SAMPLER_ARG: { about: 'that share', unset: '1' },
      OTEL_SERVICE_NAME: { about: 'what this installation is called there', unset: '`byre`' },
      OTEL_RESOURCE_ATTRIBUTES: {
        about: 'what else is said of it, such as `deployment.environment.name=production`',
        unset: 'none',
      },
      OTEL_SDK_DISABLED: { about: '`true` tells nobody, whatever stands above', unset: '`false`' },
    },
  },
]
