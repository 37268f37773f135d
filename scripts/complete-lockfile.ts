// npm leaves out of package-lock.json the platform packages that its registry would not give it while resolving,
// and `npm ci` then refuses the file, or installs no binary on that platform. Their names and exact versions stand
// in the packages that ask for them, so the entries can be completed. Run it after changing a dependency.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Entry = {
  version?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

/** Adds the missing entries to `packages` and returns their names. */
export function completePlatformPackages(packages: Record<string, Entry>): string[] {
  const added: string[] = []
  for (const [path, asking] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(asking.optionalDependencies ?? {})) {
      const platform = platformOf(name)
      if (!platform || isFound(packages, path, name) || !/^\d/.test(version)) continue
      const dev = asking.dev ? { dev: true } : asking.devOptional ? { devOptional: true } : {}
      packages[`node_modules/${name}`] = { version, ...dev, optional: true, ...platform }
      added.push(`${name}@${version}`)
    }
  }
  return added
}

/** npm looks beside the asking package first, then in each folder above it. */
function isFound(packages: Record<string, Entry>, path: string, name: string): boolean {
  for (
    let folder = path;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
    if (!folder.includes('/node_modules/')) folder = ''
  }
}

/** `@biomejs/cli-linux-x64-musl` → linux, x64, musl; undefined for a package that is not of one platform. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | undefined {
  const words = name
    .replace(/^@[^/]+\//, '')
    .replace('fsevents', 'darwin')
    .split(/[-/]/)
  const scopeless = name.startsWith('@esbuild/') ? name.slice('@esbuild/'.length).split('-') : words
  const system = SYSTEMS.find((candidate) => scopeless.includes(candidate))
  const processor = PROCESSORS.find((candidate) => scopeless.includes(candidate))
  if (!system && !processor) return undefined
  const libc = scopeless.some((word) => word.startsWith('musl'))
    ? ['musl']
    : scopeless.some((word) => word === 'gnu')
      ? ['glibc']
      : undefined
  return {
    ...(system && { os: [system] }),
    ...(processor && { cpu: [processor] }),
    ...(libc && { libc }),
  }
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const added = completePlatformPackages(lock.packages)
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
  )
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(added.length > 0 ? added.join('\n') : 'package-lock.json is complete')
}
