import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { importsIn, projectFile, withoutComments } from '../scripts/read-imports.ts'
import { Environment } from '../src/platform/environment.ts'
import { ROLES } from '../src/server/roles.ts'

// No container is made here: what `deploy/` names is held against what is there to be named.

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const FILES = globSync('deploy/**/*', { cwd: ROOT }).filter((path) => /\.\w+$|file$/.test(path))
const texts = new Map(FILES.map((path) => [path, read(path)]))
const told = (pattern: RegExp) =>
  [...texts].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([, name = '']) => ({ path, name })),
  )

const CONTAINERFILE = texts.get('deploy/Containerfile')!
const COMPOSE = texts.get('deploy/compose.yaml')!
const NGINX = texts.get('deploy/nginx/pujante.conf')!
/** Fetched where vendors are simulated alone; the image has no simulators. */
const SIMULATED = 'scripts/simulated-environment.ts'
const IMPORTED_LATE = /import\(\s*'\.\/simulated-environment\.ts'/
const MANIFEST = JSON.parse(read('package.json')) as Record<string, Record<string, string>>

test('each program that is named is there, and each command a script', () => {
  const programs = told(/\b(scripts\/[\w-]+\.(?:ts|mjs))/g)
  expect(programs.length).toBeGreaterThan(5)
  expect(
    programs.filter(({ name }) => name !== 'scripts/x.ts' && !existsSync(join(ROOT, name))),
  ).toEqual([])
  const commands = told(/npm run (\w[\w:-]*)/g).filter(({ name }) => name !== 'x')
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter(({ name }) => !MANIFEST.scripts![name])).toEqual([])
})

test('all that the programs of production import is in the image', () => {
  const copied = [...CONTAINERFILE.matchAll(/--from=build \/build\/(\S+)/g)].map(
    ([, path]) => path!,
  )
  const isCopied = (path: string) =>
    copied.some((root) => path === root || path.startsWith(`${root}/`))
  const kept = Object.keys(MANIFEST.dependencies!)
  const missing: string[] = []
  const seen = new Set<string>()
  const follow = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const code = withoutComments(read(path))
    for (const { specifier, isType } of importsIn(code)) {
      const file = projectFile(path, specifier)
      if (isType || (file === SIMULATED && IMPORTED_LATE.test(code))) continue
      const isThere = file === undefined ? isPackage(specifier, kept) : isCopied(file)
      if (!isThere) missing.push(`${path}: ${specifier}`)
      else if (file && existsSync(join(ROOT, file)) && /\.(ts|mjs)$/.test(file)) follow(file)
    }
  }
  expect(told(/(dist\/server\/serve\.js)/g).length).toBeGreaterThan(3)
  // What that is built from; packages but drizzle stay outside.
  follow('scripts/serve.mjs')
  for (const { name } of told(/(scripts\/(?:migrate|backup)\.\w+)/g)) follow(name)
  // What the runbook has an operator run within it.
  for (const name of ['restore', 'doctor', 'admin']) follow(`scripts/${name}.ts`)
  expect(seen.size).toBeGreaterThan(200)
  expect(missing).toEqual([])
})

test('each role is one, and each setting', () => {
  const roles = told(/--role,? (\w+)/g)
  expect(new Set(roles.map(({ name }) => name))).toContain('scheduler')
  expect(roles.filter(({ name }) => !ROLES.some((role) => role === name))).toEqual([])
  const settings = told(/^(?:ENV|Environment=)\s*(.+)$/gm).flatMap(({ path, name: line }) =>
    [...line.matchAll(/(?:^|\s)([A-Z_]+)=/g)].map(([, name = '']) => ({ path, name })),
  )
  // Of the machine: where Node is, and what glibc keeps.
  const ofMachine = ['PATH', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_']
  const known = [...Object.keys(Environment.shape), ...ofMachine]
  expect(settings.length).toBeGreaterThan(10)
  expect(settings.filter(({ name }) => !known.includes(name))).toEqual([])
})

test('what containers are given is in the repository, or the runbook says who makes it', () => {
  const given = [
    ...COMPOSE.matchAll(/- \.\/([\w./-]+):/g),
    ...COMPOSE.matchAll(/\bfile: ([\w.-]+)/g),
    ...COMPOSE.matchAll(/env_file: (\S+)/g),
  ].map(([, path]) => path!)
  expect(given).toContain('nginx/pujante.conf')
  const runbook = texts.get('deploy/runbook.md')!
  const ignored = read('.dockerignore').split('\n')
  for (const path of given) {
    if (existsSync(join(ROOT, 'deploy', path))) continue
    expect(runbook).toContain(`\`${path}`)
    // A password or a key in an image would go wherever the image goes.
    expect(ignored).toContain(`deploy/${path}`)
  }
  expect(COMPOSE).toMatch(/dockerfile: deploy\/Containerfile/)
  const named = told(/(?:^|[\s(`])((?:deploy|docs|scripts|src)\/[\w./@-]*\w)/g)
  expect(named.filter(({ name }) => !isMade(name) && !existsSync(join(ROOT, name)))).toEqual([])
})

test('the proxy asks the port that the image serves, and each unit that is wanted is there', () => {
  const [, port] = /\bPORT=(\d+)/.exec(CONTAINERFILE)!
  expect(/EXPOSE (\d+)/.exec(CONTAINERFILE)![1]).toBe(port)
  const upstream = /server (\w+):(\d+)/.exec(NGINX)!
  expect(upstream[2]).toBe(port)
  expect(COMPOSE).toContain(`aliases: [${upstream[1]}]`)
  const target = texts.get('deploy/systemd/pujante.target')!
  const wanted = /Wants=(.*)/.exec(target)![1]!.split(' ')
  expect(wanted.length).toBeGreaterThan(3)
  for (const unit of [...wanted, ...told(/^Requires=(.*)$/gm).map(({ name }) => name)])
    expect(FILES).toContain(`deploy/systemd/${unit.replace(/@\d+/, '@')}`)
})

test('the proxy of the containers looks their addresses up again, and is an nginx that can', () => {
  const [, service, parameters] = /^ {4}server (\w+):\d+ (.*);$/m.exec(NGINX)!
  expect(COMPOSE).toContain(`aliases: [${service}]`)
  expect(parameters).toMatch(/^resolve /)
  // Docker's own names, and a table of addresses that nginx's processes share.
  expect(NGINX).toMatch(/^resolver 127\.0\.0\.11 valid=\d+s /m)
  expect(NGINX).toMatch(/^ {4}zone \w+ \d+k;$/m)
  const [, major, minor] = /image: \S+\/nginx:(\d+)\.(\d+)-/.exec(COMPOSE)!
  expect(Number(major) * 1_000 + Number(minor)).toBeGreaterThanOrEqual(1_028)
})

test('the container of the database has the shared memory that its sessions may share out', () => {
  const [, megabytes] = /work_mem\s*=\s*'?(\d+)MB/.exec(texts.get('deploy/runbook.md')!)!
  // PostgreSQL's own hash_mem_multiplier, and a query with two workers beside it.
  const ofOneQuery = Number(megabytes) * 2 * 3
  const postgres = /^ {2}postgres:\n(?: {4}.*\n)+/m.exec(COMPOSE)![0]
  const [, gigabytes = 0] = /^ {4}shm_size: (\d+)gb$/m.exec(postgres) ?? []
  expect(Number(gigabytes) * 1_024).toBeGreaterThanOrEqual(ofOneQuery * 4)
})

test('one image is built for all services', () => {
  expect(COMPOSE.match(/^ +build:/gm)).toHaveLength(1)
  expect(COMPOSE.split(/^services:$/m)[0]).not.toMatch(/^ +build:/m)
  expect(COMPOSE).toMatch(/^ {2}migrate:\n(?: {4}.*\n)*? {4}build:/m)
})

test('tests and what only measures reach no image', () => {
  const ignored = read('.dockerignore').split('\n')
  const patterns = ignored.filter((line) => line !== '').map((line) => line.replace(/^\//, ''))
  const all = globSync('{src,scripts,tests,simulators,bench,eval,docs}/**/*.{ts,tsx,md}', {
    cwd: ROOT,
  })
  const sent = all.filter(
    (path) =>
      !patterns.some((pattern) => matchesGlob(path, pattern) || path.startsWith(`${pattern}/`)),
  )
  expect(sent.length).toBeGreaterThan(200)
  expect(sent.filter((path) => /\.test\.tsx?$|^(?:tests|bench|eval|docs)\//.test(path))).toEqual([])
  expect(CONTAINERFILE).toContain("find src -name '*.tsx' -delete")
})

test('no unit runs from a folder in which the next version is built', () => {
  const runbook = texts.get('deploy/runbook.md')!
  const [, built, link] = /^cd (\S+) .*\nnpm ci && .*\nln -sfn \S+ (\S+)/m.exec(runbook)!
  const folders = told(/^WorkingDirectory=(.*)$/gm).map(({ name }) => name)
  expect(new Set(folders)).toEqual(new Set([link]))
  const paths = told(/\bPATH=(\/opt[^:]*)/g).map(({ name }) => name)
  expect(new Set(paths)).toEqual(new Set([`${link}/node_modules/.bin`]))
  expect(link!.startsWith(built!)).toBe(false)
})

function isPackage(specifier: string, kept: readonly string[]): boolean {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return true
  return kept.some((name) => specifier === name || specifier.startsWith(`${name}/`))
}

/** By an operator, or by building. */
function isMade(path: string): boolean {
  return read('.dockerignore').split('\n').includes(path) || path === 'scripts/x.ts'
}
