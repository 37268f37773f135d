import * as z from 'zod'
import { askLlm } from '#platform/llm.ts'
import type { AdDrafts } from '../contract/endpoints.ts'
import { readAdMaterial } from '../queries/ad-material.ts'
import type { Asking } from '../queries/asking.ts'
import { type AdMaterial, templateDrafts } from '../rules/ad-draft-template.ts'
import { AD_LIMITS, type AdSources, type CheckedParts, checkParts } from '../rules/ad-parts.ts'
import { dataForModel, HOUSE_RULES } from '../rules/model-texts.ts'
import { whyTemplate } from './why-template.ts'

const TASK = `Escribe ${AD_LIMITS.headline.most} títulos de como mucho ${AD_LIMITS.headline.length} caracteres y ${AD_LIMITS.description.most} descripciones de como mucho ${AD_LIMITS.description.length} para un anuncio de búsqueda adaptable de este grupo. Sin exclamaciones en los títulos, sin repetirlos, y sin precios, descuentos, plazos ni ofertas que no estén ya en los anuncios.`

const Drafts = z.object({ headlines: z.array(z.string()), descriptions: z.array(z.string()) })
type Drafts = z.output<typeof Drafts>
type Checked = Record<'headlines' | 'descriptions', CheckedParts>

export async function getAdDrafts(asking: Asking, adGroupId: string): Promise<AdDrafts> {
  const material = await readAdMaterial(asking, adGroupId)
  return replyOf(plainDrafts(material), { source: 'template', notice: null })
}

/** By the model; enough of its drafts must hold, the others are thrown away and named. */
export async function wordAdDrafts(asking: Asking, adGroupId: string): Promise<AdDrafts> {
  const material = await readAdMaterial(asking, adGroupId)
  const sources = sourcesOf(material)
  const result = await askLlm<Drafts>(asking.ctx, {
    purpose: 'ad_drafts',
    instructions: `${HOUSE_RULES}\n\n${TASK}`,
    prompt: dataForModel({
      grupo: material.adGroupName,
      titulos: material.headlines,
      descripciones: material.descriptions,
      terminosQueConvierten: material.convertingTerms,
      palabrasClave: material.keywords,
    }),
    schema: Drafts,
    faultsOf: (drafts) => draftFaults(checked(drafts, sources)),
  })
  if (result.ok) return replyOf(checked(result.answer, sources), { source: 'llm', notice: null })
  const notice = whyTemplate(asking.ctx, result.reason)
  return replyOf(plainDrafts(material), { source: 'template', notice })
}

function plainDrafts(material: AdMaterial): Checked {
  return checked(templateDrafts(material), sourcesOf(material))
}

function sourcesOf({ headlines, descriptions, keywords }: AdMaterial): AdSources {
  return { ads: [...headlines, ...descriptions], keywords }
}

function checked({ headlines, descriptions }: Drafts, sources: AdSources): Checked {
  return {
    headlines: checkParts('headline', headlines, sources),
    descriptions: checkParts('description', descriptions, sources),
  }
}

function draftFaults({ headlines, descriptions }: Checked): string[] {
  const isEnough =
    headlines.kept.length >= AD_LIMITS.headline.least &&
    descriptions.kept.length >= AD_LIMITS.description.least
  if (isEnough) return []
  const discarded = [...headlines.discarded, ...descriptions.discarded]
  return ['Valen muy pocos textos.', ...discarded.map(({ text, reason }) => `«${text}»: ${reason}`)]
}

function replyOf(
  { headlines, descriptions }: Checked,
  wording: Pick<AdDrafts, 'source' | 'notice'>,
): AdDrafts {
  return {
    ...wording,
    headlines: headlines.kept,
    descriptions: descriptions.kept,
    discarded: [...headlines.discarded, ...descriptions.discarded],
  }
}
