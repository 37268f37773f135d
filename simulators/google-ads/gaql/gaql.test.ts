import { describe, expect, it } from 'vitest'
import { GoogleError } from '../wire/google-error.ts'
import { checkQuery } from './check.ts'
import { namedRange } from './days.ts'
import { predicate } from './matches.ts'
import { parseQuery } from './parse.ts'

const CONTEXT = { today: '2026-11-21', manager: false }

/** The code a query is refused with, or 'ok'. */
function verdict(text: string, context = CONTEXT): string {
  try {
    checkQuery(parseQuery(text), context)
    return 'ok'
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error
    return Object.values(error.items[0]!.errorCode)[0]!
  }
}

describe('grammar', () => {
  it('reads every clause', () => {
    expect(
      parseQuery(
        `select campaign.id, metrics.clicks FROM campaign
         where campaign.name LIKE '%O\\'Brien%' AND campaign.id NOT IN (1, 2) AND segments.date
         BETWEEN '2026-10-01' AND "2026-10-31" and campaign.labels contains any ('a','b')
         AND campaign.target_roas.target_roas is not null AND campaign.name NOT REGEXP_MATCH '(?i)x.*'
         ORDER BY metrics.clicks DESC, campaign.id LIMIT 5
         PARAMETERS omit_unselected_resource_names = true`,
      ),
    ).toEqual({
      select: ['campaign.id', 'metrics.clicks'],
      from: 'campaign',
      where: [
        { field: 'campaign.name', operator: 'LIKE', value: "%O'Brien%" },
        { field: 'campaign.id', operator: 'NOT IN', values: [1, 2] },
        { field: 'segments.date', operator: 'BETWEEN', from: '2026-10-01', to: '2026-10-31' },
        { field: 'campaign.labels', operator: 'CONTAINS ANY', values: ['a', 'b'] },
        { field: 'campaign.target_roas.target_roas', operator: 'IS NOT NULL' },
        { field: 'campaign.name', operator: 'NOT REGEXP_MATCH', value: '(?i)x.*' },
      ],
      orderBy: [
        { field: 'metrics.clicks', descending: true },
        { field: 'campaign.id', descending: false },
      ],
      limit: 5,
      parameters: { omit_unselected_resource_names: 'true' },
    })
  })

  it.each([
    ['', 'EXPECTED_SELECT'],
    ['SELECT', 'UNEXPECTED_END_OF_QUERY'],
    ['SELECT campaign.id', 'UNEXPECTED_END_OF_QUERY'],
    ['SELECT campaign.id campaign.name FROM campaign', 'EXPECTED_FROM'],
    ['SELECT campaign.id, FROM campaign', 'BAD_FIELD_NAME'],
    ['SELECT * FROM campaign', 'BAD_SYMBOL'],
    ['SELECT campaign.id FROM', 'UNEXPECTED_END_OF_QUERY'],
    ['SELECT campaign.id FROM campaigns', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
    ['SELECT campaign.id FROM campaign WHERE', 'UNEXPECTED_END_OF_QUERY'],
    ['SELECT campaign.id FROM campaign WHERE campaign.id = 1 OR campaign.id = 2', 'EXPECTED_AND'],
    ['SELECT campaign.id FROM campaign WHERE campaign.id == 1', 'BAD_VALUE'],
    ['SELECT campaign.id FROM campaign WHERE campaign.id HAS 1', 'BAD_OPERATOR'],
    ['SELECT campaign.id FROM campaign WHERE campaign.id IN 1', 'EXPECTED_LIST'],
    [
      'SELECT campaign.id FROM campaign WHERE campaign.id IN ()',
      'PROHIBITED_EMPTY_LIST_IN_CONDITION',
    ],
    ['SELECT campaign.id FROM campaign WHERE campaign.id = (1)', 'EXPECTED_SINGLE_VALUE'],
    ["SELECT campaign.id FROM campaign WHERE campaign.name = 'x", 'STRING_NOT_TERMINATED'],
    [
      'SELECT campaign.id FROM campaign WHERE campaign.id BETWEEN 1, 2',
      'EXPECTED_VALUE_WITH_BETWEEN_OPERATOR',
    ],
    ['SELECT campaign.id FROM campaign ORDER campaign.id', 'EXPECTED_BY'],
    ['SELECT campaign.id FROM campaign LIMIT x', 'BAD_LIMIT_VALUE'],
    ['SELECT campaign.id FROM campaign LIMIT 0', 'LIMIT_VALUE_TOO_LOW'],
    ['SELECT campaign.id FROM campaign LIMIT 1 WHERE campaign.id = 1', 'UNEXPECTED_INPUT'],
    ['SELECT campaign.id FROM campaign PARAMETERS foo=true', 'BAD_PARAMETER_NAME'],
  ])('refuses %s', (text, code) => {
    expect(verdict(text)).toBe(code)
  })
})

describe('check against the catalogue', () => {
  const date = "segments.date BETWEEN '2026-10-01' AND '2026-10-31'"
  it.each([
    [
      `SELECT campaign.id, campaign_budget.amount_micros, metrics.clicks FROM campaign WHERE ${date} AND campaign.status != 'REMOVED'`,
    ],
    ['SELECT campaign.id FROM ad_group WHERE ad_group.status = PAUSED'],
    [`SELECT segments.date, metrics.search_impression_share FROM customer WHERE ${date}`],
    ['SELECT segments.week, metrics.clicks FROM campaign WHERE segments.date DURING LAST_30_DAYS'],
    [
      `SELECT segments.keyword.info.text, search_term_view.search_term, metrics.clicks FROM search_term_view WHERE ${date}`,
    ],
    [
      "SELECT segments.year, metrics.clicks FROM campaign WHERE segments.date >= '2026-01-01' AND segments.date <= '2026-02-01'",
    ],
    [
      "SELECT campaign.id FROM campaign WHERE campaign.primary_status_reasons CONTAINS NONE ('CAMPAIGN_PAUSED') ORDER BY campaign.name",
    ],
    [
      "SELECT change_event.client_type FROM change_event WHERE change_event.change_date_time >= '2026-11-01' AND change_event.change_date_time <= '2026-11-20 10:00:00' ORDER BY change_event.change_date_time DESC LIMIT 10000",
    ],
    ['SELECT asset_group.id, metrics.clicks FROM asset_group'],
  ])('takes %s', (text) => {
    expect(verdict(text)).toBe('ok')
  })

  it.each([
    ['SELECT campaign.start_date FROM campaign', 'UNRECOGNIZED_FIELD'],
    ['SELECT metrics.video_views FROM campaign', 'UNRECOGNIZED_FIELD'],
    ['SELECT campaign.id FROM campaign WHERE campaign.nombre = 1', 'UNRECOGNIZED_FIELD'],
    [
      'SELECT user_list.id, metrics.clicks FROM user_list',
      'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
    ],
    [
      'SELECT segments.hour, metrics.clicks FROM keyword_view',
      'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE',
    ],
    [
      'SELECT user_interest.name FROM ad_group_audience_view',
      'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE',
    ],
    [
      "SELECT campaign.id FROM campaign WHERE ad_group.name = 'x'",
      'PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE',
    ],
    [
      'SELECT campaign.id FROM campaign ORDER BY ad_group.name',
      'PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE',
    ],
    [
      "SELECT campaign.id, metrics.clicks FROM campaign WHERE segments.device = 'MOBILE'",
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    ],
    [
      'SELECT campaign.id FROM campaign ORDER BY metrics.clicks',
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    ],
    ['SELECT segments.date, metrics.clicks FROM campaign', 'EXPECTED_FILTERS_ON_DATE_RANGE'],
    [
      "SELECT segments.date, metrics.clicks FROM campaign WHERE segments.date > '2026-01-01'",
      'EXPECTED_FILTERS_ON_DATE_RANGE',
    ],
    ["SELECT campaign.id FROM campaign WHERE campaign.status = 'ACTIVE'", 'BAD_ENUM_CONSTANT'],
    [
      "SELECT campaign.id FROM campaign WHERE campaign.status LIKE 'EN%'",
      'OPERATOR_FIELD_MISMATCH',
    ],
    ["SELECT campaign.id FROM campaign WHERE campaign.id = 'once'", 'BAD_NUMBER'],
    ['SELECT campaign.id FROM campaign WHERE campaign.id DURING TODAY', 'OPERATOR_FIELD_MISMATCH'],
    ["SELECT customer.id FROM customer WHERE customer.manager = 'sí'", 'BAD_VALUE'],
    [
      'SELECT metrics.clicks FROM campaign WHERE segments.date DURING LAST_90_DAYS',
      'INVALID_VALUE_WITH_DURING_OPERATOR',
    ],
    [
      "SELECT metrics.clicks FROM campaign WHERE segments.date BETWEEN '2026-10-31' AND '2026-10-01'",
      'INVALID_VALUE_WITH_BETWEEN_OPERATOR',
    ],
    [
      "SELECT metrics.clicks FROM campaign WHERE segments.date = '2026-02-30'",
      'INVALID_DATE_FORMAT',
    ],
    [
      "SELECT metrics.clicks FROM campaign WHERE segments.month = '2026-02-03'",
      'MISALIGNED_DATE_FOR_FILTER',
    ],
    [
      "SELECT change_event.client_type FROM change_event WHERE change_event.change_date_time >= '2026-10-01' AND change_event.change_date_time <= '2026-11-20' LIMIT 5",
      'START_DATE_TOO_OLD',
    ],
    [
      'SELECT change_event.client_type FROM change_event WHERE change_event.change_date_time DURING LAST_14_DAYS',
      'LIMIT_NOT_SPECIFIED',
    ],
    [
      'SELECT change_event.client_type FROM change_event WHERE change_event.change_date_time DURING LAST_14_DAYS LIMIT 10001',
      'INVALID_LIMIT_CLAUSE',
    ],
    ['SELECT change_event.client_type FROM change_event LIMIT 5', 'CHANGE_DATE_RANGE_INFINITE'],
  ])('refuses %s', (text, code) => {
    expect(verdict(text)).toBe(code)
  })

  it('gives a manager its entities but no metrics', () => {
    const manager = { ...CONTEXT, manager: true }
    expect(verdict('SELECT customer.id FROM customer', manager)).toBe('ok')
    expect(verdict('SELECT metrics.clicks FROM customer', manager)).toBe(
      'REQUESTED_METRICS_FOR_MANAGER',
    )
  })
})

describe('date ranges by name, on Saturday 21 November 2026', () => {
  it.each([
    ['TODAY', '2026-11-21', '2026-11-21'],
    ['YESTERDAY', '2026-11-20', '2026-11-20'],
    ['LAST_7_DAYS', '2026-11-14', '2026-11-20'],
    ['LAST_14_DAYS', '2026-11-07', '2026-11-20'],
    ['LAST_30_DAYS', '2026-10-22', '2026-11-20'],
    ['LAST_BUSINESS_WEEK', '2026-11-09', '2026-11-13'],
    ['LAST_WEEK_MON_SUN', '2026-11-09', '2026-11-15'],
    ['LAST_WEEK_SUN_SAT', '2026-11-08', '2026-11-14'],
    ['THIS_WEEK_MON_TODAY', '2026-11-16', '2026-11-21'],
    ['THIS_WEEK_SUN_TODAY', '2026-11-15', '2026-11-21'],
    ['THIS_MONTH', '2026-11-01', '2026-11-21'],
    ['LAST_MONTH', '2026-10-01', '2026-10-31'],
  ])('%s', (name, from, to) => {
    expect(namedRange(name, '2026-11-21')).toEqual({ from, to })
  })
})

describe('conditions', () => {
  it.each([
    ["campaign.name LIKE 'zap%'", 'Zapatos', true],
    ["campaign.name LIKE '100[%]'", '100%', true],
    ["campaign.name LIKE '100[%]'", '1000', false],
    ["campaign.name LIKE 'a_c'", 'abc', true],
    ["campaign.name NOT LIKE '%x%'", 'abc', true],
    ["campaign.name LIKE 'a.c'", 'abc', false],
    ["campaign.name REGEXP_MATCH '(?i)ZAP.*'", 'zapatos', true],
    ["campaign.name REGEXP_MATCH 'zap'", 'zapatos', false],
    ['campaign.id > 9', 10n, true],
    ['campaign.id IN (10, 11)', 10n, true],
    ["campaign.id = '10'", 10n, true],
    ['campaign.id NOT IN (10)', 10n, false],
    ['customer.manager = FALSE', undefined, true],
    ['customer.manager = true', true, true],
    ['campaign.name IS NULL', undefined, true],
    ["campaign.primary_status_reasons CONTAINS ALL ('A','B')", ['A', 'B', 'C'], true],
    ["campaign.primary_status_reasons CONTAINS ALL ('A','D')", ['A', 'B', 'C'], false],
    ["campaign.primary_status_reasons CONTAINS ANY ('D','A')", ['A'], true],
    ["campaign.primary_status_reasons CONTAINS NONE ('A')", ['A'], false],
    ["segments.date BETWEEN '2026-10-01' AND '2026-10-31'", '2026-10-31', true],
    ['change_event.change_date_time DURING YESTERDAY', '2026-11-20 23:59:59.1', true],
  ])('%s of %s is %s', (where, value, expected) => {
    const [condition] = parseQuery(`SELECT campaign.id FROM campaign WHERE ${where}`).where
    expect(predicate(condition!, '2026-11-21')(value)).toBe(expected)
  })
})
