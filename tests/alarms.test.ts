import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const RULES = join(import.meta.dirname, '../deploy/prometheus/alerts.yaml')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'alarms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A figure, and its values minute by minute as promtool spells them: `0+2x90` grows by two, ninety times. */
type Series = [figure: string, values: string]

const jobs = (outcome: string, kind = 'sendMail') =>
  `job_duration_seconds_count{job="pujante",kind="${kind}",lane="urgent",outcome="${outcome}"}`
const google = (status: string) =>
  `vendor_request_duration_seconds_count{job="pujante",vendor="google-ads",status="${status}"}`

const consents = (status: string) => `google_connections{job="pujante",status="${status}"}`

const CASES: [what: string, alarm: string, rings: boolean, series: Series[]][] = [
  ['a mail server that refuses all', 'UrgentJobsFail', true, [[jobs('failed'), '0+1x90']]],
  [
    'mails alone fail, while Stripe is heard',
    'UrgentJobsFail',
    true,
    [
      [jobs('failed'), '0+1x90'],
      [jobs('done', 'takeStripeEvent'), '0+9x90'],
    ],
  ],
  [
    'a single mail that is tried again, on a quiet night',
    'UrgentJobsFail',
    false,
    [[jobs('failed'), '0 3 4 5 5 6 6x4 7x10 8x20 9x40 10x20']],
  ],
  [
    'a few addresses that do not exist',
    'UrgentJobsFail',
    false,
    [
      [jobs('failed'), '0+1x90'],
      [jobs('done'), '0+5x90'],
    ],
  ],
  [
    'the one mail of a small site fails for two hours',
    'UrgentJobStuck',
    true,
    [['job_retry_age_seconds{job="pujante",lane="urgent"}', '600+60x120']],
  ],
  [
    'a mail that went out within the hour',
    'UrgentJobStuck',
    false,
    [['job_retry_age_seconds{job="pujante",lane="urgent"}', '0+60x60 0x40']],
  ],
  ['Google is not reached at all', 'GoogleFails', true, [[google('none'), '0+5x90']]],
  ['Google refuses the project', 'GoogleFails', true, [[google('403'), '0+5x90']]],
  [
    'a few calls that a restart ended',
    'GoogleFails',
    false,
    [
      [google('200'), '0+20x90'],
      [google('none'), '0+1x90'],
    ],
  ],
  [
    'Google ends half of all consents',
    'GrantsLost',
    true,
    [
      [consents('active'), '20x60 10x40'],
      [consents('needs_reauth'), '0x60 10x40'],
    ],
  ],
  [
    'a consent ends now and then, and many have ended long ago',
    'GrantsLost',
    false,
    [
      [consents('active'), '20x60 18x40'],
      [consents('needs_reauth'), '10x60 12x40'],
    ],
  ],
  [
    'three of hundreds of consents end in an hour',
    'GrantsLost',
    false,
    [
      [consents('active'), '400x60 397x40'],
      [consents('needs_reauth'), '0x60 3x40'],
    ],
  ],
  [
    'one process does not reach the database',
    'DatabaseAway',
    true,
    [
      ['database_up{job="pujante",instance="a"}', '1x90'],
      ['database_up{job="pujante",instance="b"}', '1x80 0x9'],
    ],
  ],
  [
    'last night’s copy failed, and the one before',
    'CopyMissing',
    true,
    [['copy_age_seconds{job="pujante"}', '172000+60x90']],
  ],
  [
    'copies are made',
    'CopyMissing',
    false,
    [['copy_age_seconds{job="pujante"}', '80000+60x60 0+60x29']],
  ],
  ['the database is there', 'DatabaseAway', false, [['database_up{job="pujante"}', '1x90']]],
]

test.skipIf(!hasPromtool)('Prometheus takes the alarms', () => {
  const { status, stdout } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('SUCCESS')])
})

test.skipIf(!hasPromtool).each(CASES)('%s: %s rings: %s', (_what, alarm, rings, series) => {
  const ringing = `count(ALERTS{alertname="${alarm}",alertstate="firing"}) > bool 0 or vector(0)`
  const asked = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: series.map(([figure, values]) => ({ series: figure, values })),
        promql_expr_test: [
          {
            expr: ringing,
            eval_time: '90m',
            exp_samples: [{ labels: '{}', value: Number(rings) }],
          },
        ],
      },
    ],
  }
  const path = join(folder, 'test.yaml')
  writeFileSync(path, JSON.stringify(asked))
  const { status, stdout } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('SUCCESS')])
})

test('what alarms ask for is scraped under the name that they ask for', () => {
  const config = readFileSync(join(RULES, '../prometheus.yml'), 'utf8')
  const named = config.match(/job_name: (\w+)/)![1]
  const asked = [...readFileSync(RULES, 'utf8').matchAll(/job="([^"]+)"/g)].map(([, job]) => job)
  expect(new Set(asked)).toEqual(new Set([named]))
})

test.skipIf(!hasPromtool)('Prometheus takes its example', () => {
  const at = join(RULES, '../prometheus.yml')
  const { status, stderr } = spawnSync('promtool', ['check', 'config', '--syntax-only', at], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})
