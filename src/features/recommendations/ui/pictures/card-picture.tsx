import type { Recommendation } from '../../contract/recommendations.ts'
import { EvidencePicture } from './evidence-picture.tsx'
import type { Picture } from './picture.ts'
import { isOfTerms, listedPart } from './term-lines.ts'
import { TermsPiling } from './terms-piling.tsx'

/** Searches without a sale as they pile up, day by day; anything else from the card alone. */
export function CardPicture(props: { recommendation: Recommendation; picture: Picture }) {
  const { recommendation, picture } = props
  const drawn = <EvidencePicture picture={picture} />
  if (!isOfTerms(recommendation)) return drawn
  const { id, evidence } = recommendation
  return (
    <TermsPiling
      id={id}
      currencyCode={evidence.currencyCode}
      listedPart={listedPart(recommendation)}
    >
      {drawn}
    </TermsPiling>
  )
}
