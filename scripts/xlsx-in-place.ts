import type { Plugin } from 'vite'

const ZIP_STEP = /write-excel-file\/modules\/zip\/zipToArrayBuffer\.js$/

/**
 * The workbook writer zips sheets over 160 KB in a worker made from a blob: URL, which the page's security policy
 * refuses. This build zips them where they are.
 */
export function xlsxInPlace(): Plugin {
  return {
    name: 'xlsx-in-place',
    load(id) {
      if (!ZIP_STEP.test(id)) return null
      return "import { zipSync } from 'fflate'\nexport default async (files) => zipSync(files).buffer\n"
    },
  }
}
