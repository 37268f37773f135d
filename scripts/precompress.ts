import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml|webmanifest|map)$/
/** Below this a compressed reply saves no packet. */
const SMALLEST_BYTES = 512

/** Writes `.br` (quality 11) and `.gz` (level 9) beside each text file, once, so that no request pays for it. */
export function precompress(): Plugin {
  let outputFolder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outputFolder = join(config.root, config.build.outDir)
    },
    closeBundle() {
      // Also called when the build failed, whose own error must be the one that is read.
      if (!existsSync(outputFolder)) return
      for (const name of readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })) {
        if (COMPRESSIBLE.test(name)) compressFile(join(outputFolder, name))
      }
    },
  }
}

function compressFile(path: string): void {
  const content = readFileSync(path)
  if (content.byteLength < SMALLEST_BYTES) return
  const brotli = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: brotli }))
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
}
