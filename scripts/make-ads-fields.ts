/**
 * Makes data/google-ads/*-v25.json.gz, the catalogue of what Google Ads API v25 lets a query select,
 * from the type files of the npm package google-ads-api (MIT). Run: node scripts/make-ads-fields.ts
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const RESOURCES =
  `accessible_bidding_strategy ad ad_group ad_group_ad ad_group_ad_asset_view ad_group_asset
  ad_group_audience_view ad_group_bid_modifier ad_group_criterion ad_group_criterion_simulation
  ad_group_simulation age_range_view ai_max_search_term_ad_combination_view asset asset_group
  asset_group_asset asset_group_signal bidding_strategy bidding_strategy_simulation campaign
  campaign_asset campaign_audience_view campaign_budget campaign_criterion
  campaign_search_term_view campaign_shared_set campaign_simulation change_event change_status
  conversion_action
  currency_constant customer customer_asset customer_client customer_manager_link
  customer_negative_criterion detail_placement_view display_keyword_view expanded_landing_page_view
  experiment experiment_arm gender_view geo_target_constant geographic_view group_placement_view keyword_view
  landing_page_view performance_max_placement_view recommendation recommendation_subscription
  search_term_view shared_criterion shared_set user_interest user_list user_location_view`.split(
    /\s+/,
  )

type DataTypes = { [name: string]: string | number | DataTypes }

const out = join(import.meta.dirname, '../data/google-ads')
const temporary = mkdtempSync(join(tmpdir(), 'ads-fields-'))
try {
  execFileSync('npm', ['pack', 'google-ads-api@25', '--silent'], { cwd: temporary })
  execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: temporary })
  writeCatalogue(join(temporary, 'package'))
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

function writeCatalogue(from: string) {
  const generated = join(from, 'build/cjs/protos/autogen')
  const unions = readFileSync(join(generated, 'fields.d.ts'), 'utf8')
  const namesOf = (union: string) =>
    [...(unions.match(new RegExp(`type ${union} = (.*);`))?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
      (match) => match[1]!,
    )
  const resources = Object.fromEntries(
    RESOURCES.map((name) => {
      const pascal = pascalCase(name)
      const lists = { f: `${pascal}Field`, m: `${pascal}Metric`, s: `${pascal}Segment` }
      return [name, { f: namesOf(lists.f), m: namesOf(lists.m), s: namesOf(lists.s) }]
    }),
  )
  const empty = RESOURCES.filter((name) => resources[name]!.f.length === 0)
  if (empty.length > 0) throw new Error(`not in the type file: ${empty.join(', ')}`)

  const everyName = ['Attribute', 'Metric', 'Segment'].flatMap(namesOf)
  mkdirSync(out, { recursive: true })
  write('fields-v25.json.gz', resources)
  write('field-types-v25.json.gz', typesOf(generated, everyName))
  copyFileSync(join(from, 'LICENSE'), join(out, 'fields-v25.LICENSE.txt'))
  console.log(`${RESOURCES.length} resources, ${everyName.length} field names → ${out}`)
}

/** `types`: INT64, DOUBLE, STRING, BOOLEAN, DATE, MESSAGE … or ENUM:Name; `enums`: the values of each. */
function typesOf(generated: string, everyName: string[]) {
  const { fields, fieldDataTypes } = createRequire(import.meta.url)(join(generated, 'fields.js'))
  const root: DataTypes = JSON.parse(fieldDataTypes)
  const declarations = readFileSync(join(generated, 'enums.d.ts'), 'utf8')
  const enums: Record<string, string[]> = {}
  for (const match of declarations.matchAll(/ {4}enum (\w+) \{(.*?)\n {4}\}/gs)) {
    enums[match[1]!] = [...match[2]!.matchAll(/(\w+) = /g)].map((value) => value[1]!)
  }
  const types: Record<string, string> = {}
  const used: Record<string, string[]> = {}
  for (const name of everyName) {
    const enumName: string | undefined = fields.enumFields[name]
    types[name] = enumName ? `ENUM:${enumName}` : plainType(root, name)
    if (enumName) used[enumName] = enums[enumName] ?? []
  }
  return { types, enums: used }
}

function plainType(root: DataTypes, name: string): string {
  const [first, ...rest] = name.split('.')
  let node: DataTypes[string] | undefined = root[pascalCase(first!)] ?? root[first!]
  for (const part of rest) {
    node = follow(root, node)
    node = typeof node === 'object' ? node[part] : undefined
  }
  node = follow(root, node)
  if (node === undefined) return 'STRING'
  if (typeof node === 'string') return node === 'BOOL' ? 'BOOLEAN' : node
  return 'MESSAGE'
}

/** The package writes repeated structures as pointers: "#/Campaign/status" or {"$ref": …}. */
function follow(root: DataTypes, node: DataTypes[string] | undefined): typeof node {
  const pointer = typeof node === 'object' ? node.$ref : node
  if (typeof pointer !== 'string' || !pointer.startsWith('#/')) return node
  let target: DataTypes[string] | undefined = root
  for (const part of pointer.slice(2).split('/')) {
    target = typeof target === 'object' ? target[part] : undefined
    if (target !== undefined) target = follow(root, target)
  }
  return target
}

function pascalCase(snake: string): string {
  return snake.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
}

function write(name: string, content: unknown) {
  writeFileSync(join(out, name), gzipSync(JSON.stringify(content), { level: 9 }))
}
