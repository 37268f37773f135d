CREATE TABLE "kept_ranges" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"to_day" date NOT NULL,
	"token" uuid NOT NULL,
	"ready" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keyword_kept" (
	"customer_id" bigint NOT NULL,
	"days" integer NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "keyword_kept_pk" PRIMARY KEY("customer_id","days","campaign_id","ad_group_id","criterion_id")
);
