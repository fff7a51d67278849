import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from './install.mjs'

/* What `deploy/` has machines watch by, judged by Prometheus itself where the machine has it. */

const rules = join(root, 'deploy/alerts.yml')
const folder = fs.mkdtempSync(join(tmpdir(), 'byre-alerts-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

const hasPrometheus = spawnSync('promtool', ['--version']).status === 0
const skip = hasPrometheus ? false : 'no Prometheus here'

function promtool(...words: string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' })
  assert.equal(status, 0, stdout + stderr)
}

/** What Prometheus read each minute, by series; as its own tests write it. */
type Series = Readonly<Record<string, string>>
interface Case {
  /** A restored copy that is not resumed has it without an alert: nothing is done there. */
  isSilentOnCopy?: true
  /** With these the alert comes, within the hour unless told. */
  comes: Series
  /** And with these it does not. */
  not: Series
  by?: string
}

const node = 'instance="node-1:4001", job="byre"'
const answers = (status: string) =>
  `byre_http_request_duration_seconds_count{${node}, method="GET", route="/", status="${status}"}`
const bucket = (le: string) => `byre_http_request_duration_seconds_bucket{${node}, le="${le}"}`

const cases: Record<string, Case> = {
  ByreDown: { comes: { [`up{${node}}`]: '0x60' }, not: { [`up{${node}}`]: '1x60' } },
  ByreDatabaseAway: {
    comes: { [`byre_metrics_part_read{${node}, part="jobs"}`]: '0x60' },
    not: { [`byre_metrics_part_read{${node}, part="jobs"}`]: '1x60' },
  },
  ByreAnswersFail: {
    comes: { [answers('200')]: '0+90x60', [answers('500')]: '0+10x60' },
    not: { [answers('200')]: '0+9999x60', [answers('500')]: '0+1x60' },
  },
  ByreAnswersSlow: {
    comes: { [bucket('1')]: '0+50x60', [bucket('2.5')]: '0+100x60', [bucket('+Inf')]: '0+100x60' },
    not: { [bucket('1')]: '0+100x60', [bucket('2.5')]: '0+100x60', [bucket('+Inf')]: '0+100x60' },
  },
  ByreEventLoopLate: {
    comes: { [`nodejs_eventloop_lag_p99_seconds{${node}}`]: '0.9x60' },
    not: { [`nodejs_eventloop_lag_p99_seconds{${node}}`]: '0.1x60' },
  },
  ByreConnectionsShort: {
    comes: { [`byre_database_connections{${node}, state="waiting"}`]: '3x60' },
    not: { [`byre_database_connections{${node}, state="waiting"}`]: '0x60' },
  },
  ByreStandbyLeftAlone: {
    comes: { [`byre_standby_used{${node}, of="process"}`]: '0x60' },
    not: { [`byre_standby_used{${node}, of="process"}`]: '1x60' },
  },
  ByreJobsLate: {
    isSilentOnCopy: true,
    comes: { [`byre_job_oldest_seconds{${node}, queue="auth.mail"}`]: '900x60' },
    not: { [`byre_job_oldest_seconds{${node}, queue="auth.mail"}`]: '5x60' },
  },
  // Nothing has left since the start: a counter that was never counted is not there.
  ByreMailFails: {
    comes: { [`byre_mails_total{${node}, outcome="failed"}`]: '0+2x60' },
    not: {
      [`byre_mails_total{${node}, outcome="failed"}`]: '0+2x60',
      [`byre_mails_total{${node}, outcome="sent"}`]: '0+1x60',
    },
  },
  ['ByreBillingTrouble']: {
    isSilentOnCopy: true,
    comes: { [`byre_billing_troubles{${node}, of="charges"}`]: '1x60' },
    not: { [`byre_billing_troubles{${node}, of="charges"}`]: '0x60' },
  },
  ByreDataDamaged: {
    comes: { [`byre_damaged_answers{${node}, of="process"}`]: '0x58 1 1' },
    not: { [`byre_damaged_answers{${node}, of="process"}`]: '0x60' },
  },
  ByreLogLinesDropped: {
    comes: { [`byre_log_lines_dropped{${node}, of="process"}`]: '0x55 7x5' },
    not: { [`byre_log_lines_dropped{${node}, of="process"}`]: '0x60' },
  },
  ByreBackupOld: {
    comes: { [`byre_backup_age_seconds{${node}}`]: '200000x130' },
    not: { [`byre_backup_age_seconds{${node}}`]: '40000x130' },
    by: '2h',
  },
  ByreSignInsRefused: {
    comes: { [`byre_refused_sign_ins_total{${node}}`]: '0+600x60' },
    not: { [`byre_refused_sign_ins_total{${node}}`]: '0+20x60' },
  },
  ByreDomainsFail: {
    isSilentOnCopy: true,
    comes: { [`byre_custom_domains{${node}, state="failing"}`]: '1x1500' },
    not: { [`byre_custom_domains{${node}, state="failing"}`]: '0x1500' },
    by: '25h',
  },
  ByreNameServerSilent: {
    comes: { [`byre_dns_lookups_total{${node}, outcome="silent"}`]: '0+1x60' },
    not: {
      [`byre_dns_lookups_total{${node}, outcome="silent"}`]: '0+1x60',
      [`byre_dns_lookups_total{${node}, outcome="answered"}`]: '0+1x60',
    },
  },
  ByreWebhooksLate: {
    isSilentOnCopy: true,
    comes: { [`byre_webhook_untold_seconds{${node}, of="database"}`]: '0+60x60' },
    not: {
      [`byre_webhook_untold_seconds{${node}, of="database"}`]: '2x60',
      [`byre_webhook_overdue_seconds{${node}, kind="site"}`]: '90x60',
    },
  },
  ByreWebhooksFail: {
    comes: {
      [`byre_webhooks{${node}, state="failing"}`]: '5x60',
      [`byre_webhooks{${node}, state="on"}`]: '2x60',
    },
    not: {
      [`byre_webhooks{${node}, state="failing"}`]: '5x60',
      [`byre_webhooks{${node}, state="on"}`]: '20x60',
    },
  },
  ByreQuietCopy: {
    comes: { [`byre_quiet_copy{${node}}`]: '1x130' },
    not: { [`byre_quiet_copy{${node}}`]: '0x130' },
    by: '2h',
  },
}

test('each alert has what makes it come, and what does not', () => {
  const names = [...fs.readFileSync(rules, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  assert.deepEqual(Object.keys(cases).toSorted(), names.toSorted())
})

test('Prometheus takes the alerts, which come when it is so and not else', { skip }, () => {
  promtool('check', 'rules', rules)
  const onCopy = { [`byre_quiet_copy{${node}}`]: '1x1500' }
  const testsOf = ([name, { comes, not, by = '1h', isSilentOnCopy }]: [string, Case]) =>
    ([[comes, 1], [not, 0], ...(isSilentOnCopy ? [[{ ...comes, ...onCopy }, 0] as const] : [])] as const).map(
      ([series, firing]) => ({
        interval: '1m',
        input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
        promql_expr_test: [
          {
            // What else such a series stands for is no matter here.
            expr: `count(ALERTS{alertname="${name}", alertstate="firing"}) or vector(0)`,
            eval_time: by,
            exp_samples: [{ labels: '{}', value: firing }],
          },
        ],
      }),
    )
  // All alerts are judged at each step of each case: those that come after hours and days are judged in longer ones.
  const [soon, late] = [(one: Case) => one.by === undefined, (one: Case) => one.by !== undefined]
  for (const [evaluation_interval, isSuch] of [
    ['1m', soon],
    ['10m', late],
  ] as const) {
    const tests = Object.entries(cases)
      .filter(([, one]) => isSuch(one))
      .flatMap(testsOf)
    const file = join(folder, `${evaluation_interval}.yml`)
    fs.writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval, tests }))
    promtool('test', 'rules', file)
  }
})

interface Panel {
  id: number
  title: string
  gridPos: object
  targets?: { expr: string }[]
}
const dashboard = JSON.parse(fs.readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8')) as {
  panels: Panel[]
}
const questions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('the dashboard’s panels have numbers, names and places of their own, and each asks something', () => {
  for (const key of ['id', 'title', 'gridPos'] as const) {
    const values = dashboard.panels.map((panel) => JSON.stringify(panel[key]))
    assert.equal(new Set(values).size, values.length, key)
  }
  for (const { title, targets = [] } of dashboard.panels) assert.ok(targets.length > 0, title)
})

test('Prometheus takes what the dashboard asks', { skip }, () => {
  const file = join(folder, 'questions.yml')
  const asRules = questions.map((expr, n) => ({
    record: `asked_${n}`,
    expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$__range', '1h'),
  }))
  fs.writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }))
  promtool('check', 'rules', file)
})
