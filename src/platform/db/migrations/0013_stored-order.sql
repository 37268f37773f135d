ALTER TABLE "recommendations" ADD COLUMN "turn" integer;--> statement-breakpoint
ALTER TABLE "recommendations" ADD COLUMN "stake_micros" double precision;--> statement-breakpoint
-- Until the next analysis those of before stand where the engine would have put them, rules aside.
UPDATE "recommendations" SET "stake_micros" = "expected_value_micros", "turn" =
	CASE "priority" WHEN 'alta' THEN 0 WHEN 'media' THEN 10000 ELSE 20000 END +
	CASE
		WHEN "category" = 'medicion' AND "priority" <> 'baja' THEN 999
		WHEN coalesce(jsonb_typeof("body" -> 'evidence' -> 'forecast'), 'null') = 'null' THEN 3999
		ELSE 1000
	END;--> statement-breakpoint
ALTER TABLE "recommendations" ALTER COLUMN "turn" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "recommendations" ALTER COLUMN "stake_micros" SET NOT NULL;
