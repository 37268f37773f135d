import { expect, test } from 'vitest'
import { shownAssets } from './ad-parts.ts'

type Link = Parameters<typeof shownAssets>[0][number]

const link = (fieldType: string, url: string): Link => ({
  customerId: 1,
  scope: 'account',
  scopeId: 0,
  assetId: 1,
  fieldType,
  text: '',
  descriptions: [],
  url,
})

const GOOGLE = 'https://tpc.googlesyndication.com'

test("images are Google's alone, each once, and loaded from where they are kept", () => {
  const links = [
    link('AD_IMAGE', `${GOOGLE}/simgad/7`),
    link('AD_IMAGE', `${GOOGLE}/simgad/7`),
    link('BUSINESS_LOGO', `${GOOGLE}/simgad/8`),
    link('AD_IMAGE', `${GOOGLE}.ladron.test/simgad/9`),
    link('AD_IMAGE', ''),
  ]
  expect(shownAssets(links, GOOGLE).images.map(({ url }) => url)).toEqual([
    `${GOOGLE}/simgad/7`,
    `${GOOGLE}/simgad/8`,
  ])
  expect(shownAssets(links, 'http://127.0.0.1:9').images[0]).toEqual({
    type: 'AD_IMAGE',
    url: 'http://127.0.0.1:9/simgad/7',
  })
})
