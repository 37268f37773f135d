import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AdRow } from '../contract/entity-lists.ts'
import { AdDialog } from './ad-dialog.tsx'

const sitelinks = ['Botas', 'Zapatos', 'Sandalias', 'Ofertas', 'Tiendas', 'Cambios'].map(
  (title) => ({
    title,
    url: `https://tienda.test/${title.toLowerCase()}`,
    descriptions: [],
  }),
)

const AD: AdRow = {
  ad_id: '1',
  name: null,
  ad_group_id: '2',
  adGroupName: 'Botas',
  status: 2,
  ad_headline: '["Botas"]',
  description: '[]',
  headline1: 'Botas',
  headline2: '',
  impressions: 0,
  clicks: 0,
  conversions: 0,
  ctr: 0,
  cpc: 0,
  average_cpc: 0,
  cost: 0,
  finalUrl: 'https://tienda.test/',
  ad_type: 'RESPONSIVE_SEARCH_AD',
  ad_strength: null,
  approval_status: null,
  paths: [],
  callouts: [],
  sitelinks,
  images: [
    { type: 'SQUARE_MARKETING_IMAGE', url: 'https://images.test/cuadrada' },
    { type: 'BUSINESS_LOGO', url: 'https://images.test/uno' },
    { type: 'LOGO', url: 'https://images.test/otro' },
  ],
  videos: [{ type: 'YOUTUBE_VIDEO', url: 'https://www.youtube.com/watch?v=abc' }],
  pieces: [],
}

test('every sitelink, image and video of an ad is listed, with its address and what it is', () => {
  const html = renderToStaticMarkup(
    createElement(AdDialog, { ad: AD, currencyCode: 'EUR', onClose: () => {} }),
  )
  const sections = html.split('<section>').map((part) => part.replace(/<[^>]+>/g, ' '))
  const section = (title: string) => sections.find((part) => part.trimStart().startsWith(title))
  for (const { title, url } of sitelinks) {
    expect(section('Enlaces de sitio')).toContain(title)
    expect(html).toContain(`href="${url}"`)
  }
  expect(section('Imágenes')).toMatch(
    /Imagen cuadrada +images.test\/cuadrada.* Logotipo de la empresa +images.test\/uno.* Logotipo +images.test\/otro/,
  )
  expect(section('Vídeos')).toMatch(/Vídeo de YouTube +www.youtube.com\/watch/)
})
