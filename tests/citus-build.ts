// Citus from its public source beside a copy of the machine's PostgreSQL: nothing is written where that one is installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { keptFolder } from './kept-folder.ts'

/** The last line of Citus for PostgreSQL 15. */
const VERSION = '13.2.1'
export const PUBLIC_ADDRESS = `https://github.com/citusdata/citus/archive/refs/tags/v${VERSION}.tar.gz`
const PACKAGES = [
  'postgresql-server-dev-15',
  'build-essential',
  'flex',
  'libssl-dev',
  // Debian's PostgreSQL says that it has these, and wants their headers then.
  'libzstd-dev',
  'libkrb5-dev',
]
const HEADERS = ['zstd.h', 'openssl/ssl.h', 'gssapi/gssapi.h'].map((name) => `/usr/include/${name}`)

type Places = { bin: string; share: string; library: string; headers: string }

/** A folder with PostgreSQL and Citus, as they lie under `/`, and the place of their programs in it; a text says why not. */
export async function builtCitus(
  source: string | undefined,
): Promise<{ root: string; bin: string } | { unavailable: string }> {
  if (!source)
    return { unavailable: `CITUS_SOURCE no nombra el código de Citus (${PUBLIC_ADDRESS})` }
  const places = findPlaces() ?? installPlaces()
  if (!places) return { unavailable: `faltan los paquetes ${PACKAGES.join(', ')}` }
  const besides = createHash('sha256').update(`${source} ${places.bin} ${VERSION}`).digest('hex')
  const root = await keptFolder(
    'pujante-citus',
    { files: ['tests/citus-build.ts'], besides },
    (folder) => build(source, places, folder),
  )
  return { root, bin: join(root, places.bin) }
}

function findPlaces(): Places | undefined {
  const program = '/usr/lib/postgresql/15/bin/pg_config'
  const say = (flag: string) => spawnSync(program, [flag], { encoding: 'utf8' }).stdout?.trim()
  if (!existsSync(say('--pgxs') ?? '') || spawnSync('make', ['--version']).status !== 0) return
  if (!HEADERS.every((path) => existsSync(path))) return
  return {
    ...{ bin: say('--bindir')!, share: say('--sharedir')!, library: say('--pkglibdir')! },
    headers: say('--includedir-server')!,
  }
}

function installPlaces(): Places | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['install', '-y', '--no-install-recommends', ...PACKAGES]
  spawnSync('apt-get', options, { stdio: 'ignore', env })
  return findPlaces()
}

/** PostgreSQL finds its parts from where its program lies, so that a copy of it is whole. */
async function build(source: string, places: Places, folder: string): Promise<void> {
  for (const place of [places.bin, places.share, places.library]) {
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    cpSync(place, join(folder, place), { recursive: true, dereference: true })
  }
  const work = mkdtempSync(join(tmpdir(), 'pujante-citus-'))
  try {
    await unpack(source, work)
    renameClash(work, places)
    const run = (program: string, args: string[]) =>
      execFileSync(program, args, { cwd: work, stdio: 'pipe', maxBuffer: 2 ** 28 })
    const without = ['--without-libcurl', '--without-lz4', '--without-zstd']
    const config = `PG_CONFIG=${join(places.bin, 'pg_config')}`
    run('./configure', [...without, '--with-security-flags=no', config])
    run('make', [`-j${availableParallelism()}`, 'with_llvm=no', 'extension'])
    run('make', ['with_llvm=no', `DESTDIR=${folder}`, 'install'])
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** `source`: a folder with the source, a git directory that has its tag, or the address of a `.tar.gz`. */
async function unpack(source: string, folder: string): Promise<void> {
  const untar = (input: Buffer, args: string[]) =>
    execFileSync('tar', ['-x', '-C', folder, ...args], { input })
  if (/^https?:/.test(source)) {
    const answer = await fetch(source)
    if (!answer.ok) throw new Error(`${source}: ${answer.status}`)
    untar(Buffer.from(await answer.arrayBuffer()), ['-z', '--strip-components=1'])
  } else if (existsSync(join(source, 'configure'))) cpSync(source, folder, { recursive: true })
  else {
    const archive = ['-C', source, 'archive', `v${VERSION}`]
    untar(execFileSync('git', archive, { maxBuffer: 2 ** 30 }), [])
  }
}

/** Some releases of PostgreSQL 15 have a function of this name. */
function renameClash(folder: string, { headers }: Places): void {
  if (!readFileSync(join(headers, 'commands/dbcommands.h'), 'utf8').includes(CLASH)) return
  const header = join(folder, 'src/include/pg_version_compat.h')
  const text = readFileSync(header, 'utf8')
  writeFileSync(header, text.replace(`${CLASH}(void)`, `citus_${CLASH}(void)`))
}

const CLASH = 'have_createdb_privilege'
