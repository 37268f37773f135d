ALTER TABLE "ad_accounts" ADD COLUMN "file_facts" jsonb;--> statement-breakpoint
UPDATE "ad_accounts" a SET "file_facts" = jsonb_strip_nulls(jsonb_build_object(
  'account', f.facts,
  'campaign', f.facts,
  'ad_group', CASE WHEN f.has_ad_groups THEN f.facts END,
  'keyword', CASE WHEN f.has_keywords THEN f.facts END,
  'search_term', CASE WHEN f.has_terms THEN f.facts END))
FROM (
  SELECT d.customer_id,
    bool_or(r.kind <> 'campaigns') AS has_ad_groups,
    bool_or(r.kind = 'keywords') AS has_keywords,
    bool_or(r.kind = 'search_terms') AS has_terms,
    jsonb_build_object('from', d.data_from, 'to', d.data_to, 'step', d.granularity, 'columns',
      '["impressions", "clicks", "costMicros"]'::jsonb
      || CASE WHEN min((r.summary -> 'sums' ->> 'conversionsMicros')::numeric) > 0 THEN '["conversionsMicros"]'::jsonb ELSE '[]'::jsonb END
      || CASE WHEN min((r.summary -> 'sums' ->> 'valueMicros')::numeric) > 0 THEN '["valueMicros"]'::jsonb ELSE '[]'::jsonb END) AS facts
  FROM "ad_accounts" d JOIN "imported_reports" r ON r.customer_id = d.customer_id
  WHERE d.source = 'imported'
  GROUP BY d.customer_id, d.data_from, d.data_to, d.granularity
) f
WHERE a.customer_id = f.customer_id;
