// Writes simulators/stripe/shapes.json.gz from the types of the installed `stripe`: `npm run stripe:shapes`, after every
// new version of it. Run by TypeScript 5 (npm exec brings it): version 7 has no programming interface.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..')
const STRIPE = join(ROOT, 'node_modules/stripe')
const OUT = join(ROOT, 'simulators/stripe/shapes.json.gz')
/** Whose calls and objects the product and its simulator know. */
const RESOURCES = [
  'Accounts',
  'BillingPortal/Configurations',
  'BillingPortal/Sessions',
  'Charges',
  'Checkout/Sessions',
  'Coupons',
  'CreditNotes',
  'Customers',
  'Discounts',
  'Events',
  'InvoicePayments',
  'Invoices',
  'PaymentIntents',
  'PaymentMethods',
  'Prices',
  'Products',
  'PromotionCodes',
  'Refunds',
  'SetupIntents',
  'SubscriptionSchedules',
  'Subscriptions',
  'TaxIds',
  'TaxRates',
  'WebhookEndpoints',
]
/** Not one of them reaches a loopback server: uploads, cash balances, sources of old. */
const UNUSED_CALLS =
  /cash_balance|funding|sources|mandate|incrementBalance|capture|confirm|microdeposits|login_links|reject|external_accounts|persons|capabilities|balance_transactions/

const ts = createRequire(import.meta.url)(typescriptPath())
const files = RESOURCES.map((name) => join(STRIPE, `esm/resources/${name}.d.ts`))
const program = ts.createProgram([join(STRIPE, 'esm/stripe.esm.node.d.ts'), ...files], {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
})
const checker = program.getTypeChecker()
const definitions = []
const places = new Map()

const requests = {}
const objects = {}
for (const file of files) readResource(file)
const { version } = JSON.parse(readFileSync(join(STRIPE, 'package.json'), 'utf8'))
const text = JSON.stringify({ version, requests, objects, definitions })
// Level 9 and no time of day in the header: the same types give the same bytes.
writeFileSync(OUT, gzipSync(text, { level: 9 }))
console.log(
  `stripe ${version}: ${Object.keys(requests).length} requests, ${Object.keys(objects).length} objects, ${definitions.length} definitions`,
)

function typescriptPath() {
  for (const folder of (process.env.PATH ?? '').split(':'))
    try {
      const path = join(dirname(realpathSync(join(folder, 'tsc'))), '../lib/typescript.js')
      const { version } = JSON.parse(readFileSync(join(dirname(path), '../package.json'), 'utf8'))
      if (version.startsWith('5.')) return path
    } catch {
      // Not in this folder.
    }
  throw new Error('Start it with: npm run stripe:shapes')
}

/** Calls stand in the class of a resource, their addresses in its script; objects are interfaces with a literal `object`. */
function readResource(file) {
  const source = program.getSourceFile(file)
  const script = readFileSync(file.replace(/\.d\.ts$/, '.js'), 'utf8')
  for (const node of source.statements) {
    if (ts.isClassDeclaration(node)) readCalls(node, script)
    if (ts.isInterfaceDeclaration(node)) readObject(node)
  }
}

function readCalls(node, script) {
  for (const member of node.members) {
    if (!ts.isMethodDeclaration(member)) continue
    const name = member.name.getText()
    const [, verb, address] =
      new RegExp(
        `\\n {4}${name}\\([^)]*\\) \\{[^]*?_makeRequest\\('(\\w+)', ['\`]([^'\`]+)['\`]`,
      ).exec(script) ?? []
    if (!verb || UNUSED_CALLS.test(address + name)) continue
    const params = member.parameters.find((one) => one.name.getText() === 'params')
    const path = address.replace(/\$\{encodeURIComponent\(\w+\)\}/g, ':id')
    requests[`${verb} ${path}`] = params ? shapeOf(checker.getTypeAtLocation(params)) : '-'
  }
}

function readObject(node) {
  const type = checker.getTypeAtLocation(node)
  const property = type.getProperty('object')
  if (!property) return
  const kind = checker.getTypeOfSymbol(property)
  if (!kind.isStringLiteral()) return
  const name = node.name.getText().startsWith('Deleted') ? `deleted ${kind.value}` : kind.value
  objects[name] ??= shapeOf(type)
}

/** A letter for a plain value, else a tagged list; objects are numbers of definitions, since they refer to each other. */
function shapeOf(type) {
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return '*'
  if (flags & ts.TypeFlags.String) return 's'
  if (flags & ts.TypeFlags.Number) return 'n'
  if (flags & ts.TypeFlags.Boolean) return 'b'
  if (flags & ts.TypeFlags.Null) return '0'
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) return null
  if (flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral)) return ['v', type.value]
  if (flags & ts.TypeFlags.BooleanLiteral) return ['v', type.intrinsicName === 'true']
  if (type.isUnion()) return unionOf(type)
  // `string & Record<never, never>`: any other text, for values that Stripe may add.
  if (type.isIntersection() && type.types.some((one) => one.flags & ts.TypeFlags.String)) return 'x'
  // A number with more digits than a double has: text on the wire.
  if (type.aliasSymbol?.name === 'Decimal' || type.getProperty('toJSON')) return 's'
  if (checker.isArrayType(type)) return ['a', shapeOf(checker.getTypeArguments(type)[0])]
  return objectShape(type)
}

function unionOf(type) {
  const shapes = type.types.map(shapeOf).filter((shape) => shape !== null)
  const values = shapes.filter((shape) => shape[0] === 'v').flatMap((shape) => shape.slice(1))
  const others = shapes.filter((shape) => shape[0] !== 'v')
  const isBoolean = values.includes(true) && values.includes(false)
  const literals = values.filter((value) => !isBoolean || typeof value !== 'boolean')
  const parts = [
    ...(literals.length > 0 ? [['v', ...literals]] : []),
    ...(isBoolean ? ['b'] : []),
    ...others,
  ]
  if (parts.length === 0) return null
  return parts.length === 1 ? parts[0] : ['u', ...parts]
}

function objectShape(type) {
  const known = places.get(type)
  if (known !== undefined) return known
  const place = definitions.length
  places.set(type, place)
  definitions.push(null)
  const properties = {}
  for (const property of checker.getPropertiesOfType(type)) {
    const own = checker.getTypeOfSymbol(property)
    if (property.name === 'lastResponse' || own.getCallSignatures().length > 0) continue
    const shape = shapeOf(own)
    const optional = property.flags & ts.SymbolFlags.Optional
    if (shape !== null) properties[property.name] = optional ? [shape] : [shape, 1]
  }
  const index = checker.getIndexInfosOfType(type)[0]
  definitions[place] = index ? [properties, shapeOf(index.type)] : [properties]
  return place
}
