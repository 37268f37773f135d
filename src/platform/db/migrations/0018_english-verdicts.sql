-- What came of changes is kept in English words; Spanish ones stand on the wire alone.
UPDATE "recommendation_applications" SET "measured" = jsonb_set("measured", '{verdict}',
	'{"mejorado": "improved", "sin_cambios": "unchanged", "empeorado": "worsened", "no_concluyente": "inconclusive"}'::jsonb -> ("measured" ->> 'verdict'))
WHERE "measured" ->> 'verdict' IN ('mejorado', 'sin_cambios', 'empeorado', 'no_concluyente');--> statement-breakpoint
UPDATE "automatic_change_effects" SET "measured" = jsonb_set("measured", '{verdict}',
	'{"mejorado": "improved", "sin_cambios": "unchanged", "empeorado": "worsened", "no_concluyente": "inconclusive"}'::jsonb -> ("measured" ->> 'verdict'))
WHERE "measured" ->> 'verdict' IN ('mejorado', 'sin_cambios', 'empeorado', 'no_concluyente');
