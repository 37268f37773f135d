// What a file imports, read from its text: fast, and enough for code that the formatter has been over.
import { dirname, posix } from 'node:path'

export type Import = {
  specifier: string
  /** `import type`, `export type … from`: not there when the program runs. */
  isType: boolean
}

const IMPORT =
  /\b(?:(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s*|import\s*\(\s*|import\s+)['"]([@#.\w][\w@#./:-]*)['"]/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

export function withoutComments(text: string): string {
  return text.replace(COMMENT, '')
}

export function commentsIn(text: string): string {
  return (text.match(COMMENT) ?? []).join('\n')
}

/** Of a text without comments, dynamic imports included. */
export function importsIn(code: string): Import[] {
  return [...code.matchAll(IMPORT)].map(([, type, specifier = '']) => ({
    specifier,
    isType: type !== undefined,
  }))
}

/** Path from the root of a `#room/…` or relative import; undefined for a package. */
export function projectFile(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return posix.join(dirname(importer), specifier)
  return undefined
}
