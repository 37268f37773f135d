CREATE TABLE "automatic_change_effects" (
	"customer_id" bigint NOT NULL,
	"change_key" text NOT NULL,
	"measured_on" date NOT NULL,
	"measured" jsonb NOT NULL,
	CONSTRAINT "automatic_change_effects_customer_id_change_key_pk" PRIMARY KEY("customer_id","change_key")
);
--> statement-breakpoint
CREATE TABLE "google_recommendation_pulls" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"pulled_at" timestamp with time zone NOT NULL,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "google_recommendations" (
	"customer_id" bigint NOT NULL,
	"recommendation_id" text NOT NULL,
	"type" text NOT NULL,
	"campaign_id" bigint,
	"ad_group_id" bigint,
	"impact" jsonb,
	"proposal" jsonb NOT NULL,
	"dismissed" boolean NOT NULL,
	CONSTRAINT "google_recommendations_customer_id_recommendation_id_pk" PRIMARY KEY("customer_id","recommendation_id")
);
--> statement-breakpoint
CREATE INDEX "automatic_change_effects_on" ON "automatic_change_effects" USING btree ("customer_id","measured_on");