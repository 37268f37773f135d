-- Recommendations are kept in English words; Spanish ones stand on the wire alone.
UPDATE "recommendations" SET
	"category" = coalesce('{"medicion": "measurement", "pujas": "bids", "anuncios": "ads", "landing_pages": "landing-pages", "segmentacion": "targeting", "presupuesto": "budget"}'::jsonb ->> "category", "category"),
	"priority" = coalesce('{"alta": "high", "media": "medium", "baja": "low"}'::jsonb ->> "priority", "priority"),
	"status" = coalesce('{"pendiente": "pending", "aplicando": "applying", "aplicada": "applied", "descartada": "dismissed", "cerrada": "closed"}'::jsonb ->> "status", "status"),
	"body" = "body"
		- ARRAY['titulo', 'descripcion', 'categoria', 'prioridad', 'impacto_estimado', 'tipo_objeto', 'objeto_id']
		|| jsonb_build_object(
			'title', "body" -> 'titulo', 'description', "body" -> 'descripcion',
			'category', coalesce('{"medicion": "measurement", "pujas": "bids", "anuncios": "ads", "landing_pages": "landing-pages", "segmentacion": "targeting", "presupuesto": "budget"}'::jsonb -> ("body" ->> 'categoria'), "body" -> 'categoria'),
			'priority', coalesce('{"alta": "high", "media": "medium", "baja": "low"}'::jsonb -> ("body" ->> 'prioridad'), "body" -> 'prioridad'),
			'estimatedImpact', "body" -> 'impacto_estimado',
			'objectType', "body" -> 'tipo_objeto', 'objectId', "body" -> 'objeto_id');--> statement-breakpoint
UPDATE "recommendations" SET "body" = jsonb_set("body", '{evidence,forecast,kpi}',
	CASE "body" #>> '{evidence,forecast,kpi}' WHEN 'coste' THEN '"cost"'::jsonb ELSE '"conversions"'::jsonb END)
WHERE "body" #>> '{evidence,forecast,kpi}' IN ('coste', 'conversiones');--> statement-breakpoint
UPDATE "recommendation_applications" SET
	"state" = coalesce('{"aplicando": "applying", "aplicada": "applied", "aplicada_en_parte": "partly_applied", "hecha_a_mano": "by_hand", "deshaciendo": "undoing", "deshecha": "undone", "deshecha_en_parte": "partly_undone", "no_se_pudo": "failed"}'::jsonb ->> "state", "state"),
	"assumed" = jsonb_build_object(
		'status', "assumed" -> 'estado', 'actualImprovement', "assumed" -> 'mejoraReal',
		'comparisonPeriod', "assumed" -> 'periodo', 'kpiVariation', "assumed" -> 'variacionKpi'),
	"body" = "body"
		- ARRAY['titulo', 'descripcion', 'categoria', 'prioridad', 'impacto_estimado', 'tipo_objeto', 'objeto_id']
		|| jsonb_build_object(
			'title', "body" -> 'titulo', 'description', "body" -> 'descripcion',
			'category', coalesce('{"medicion": "measurement", "pujas": "bids", "anuncios": "ads", "landing_pages": "landing-pages", "segmentacion": "targeting", "presupuesto": "budget"}'::jsonb -> ("body" ->> 'categoria'), "body" -> 'categoria'),
			'priority', coalesce('{"alta": "high", "media": "medium", "baja": "low"}'::jsonb -> ("body" ->> 'prioridad'), "body" -> 'prioridad'),
			'estimatedImpact', "body" -> 'impacto_estimado',
			'objectType', "body" -> 'tipo_objeto', 'objectId', "body" -> 'objeto_id');--> statement-breakpoint
UPDATE "recommendation_applications" SET "body" = jsonb_set("body", '{evidence,forecast,kpi}',
	CASE "body" #>> '{evidence,forecast,kpi}' WHEN 'coste' THEN '"cost"'::jsonb ELSE '"conversions"'::jsonb END)
WHERE "body" #>> '{evidence,forecast,kpi}' IN ('coste', 'conversiones');
