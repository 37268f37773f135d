import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * Share of the cost per click saved when the quality score (1–10) rises, if cost per click ~ 1 / score. A rule of
 * thumb of 2009–13 (Tenscores): for orientation only, never added to what is measured.
 */
export function qualitySaving(score: number, better: number): number {
  return better > score && score > 0 ? 1 - score / better : 0
}

/** The same, cut to what may be shown. */
export function cautiousQualitySaving(score: number, better: number): number {
  return Math.min(THRESHOLDS.qualitySavingMax.value, qualitySaving(score, better))
}
