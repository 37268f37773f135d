CREATE TABLE "change_limits" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"is_read_only" boolean NOT NULL,
	"daily_changes" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recommendation_applications" (
	"customer_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"recommendation_id" uuid NOT NULL,
	"rule" text NOT NULL,
	"state" text NOT NULL,
	"state_since" timestamp with time zone NOT NULL,
	"applied_by" uuid NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"body" jsonb NOT NULL,
	"assumed" jsonb NOT NULL,
	"problems" jsonb NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	"measure_after" date,
	"measured" jsonb,
	CONSTRAINT "recommendation_applications_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "sync_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recommendations" ADD COLUMN "dismissed_reason" text;--> statement-breakpoint
ALTER TABLE "recommendations" ADD COLUMN "dismissed_evidence" jsonb;--> statement-breakpoint
CREATE INDEX "recommendation_applications_of" ON "recommendation_applications" USING btree ("customer_id","recommendation_id","applied_at");--> statement-breakpoint
CREATE INDEX "recommendation_applications_measure" ON "recommendation_applications" USING btree ("customer_id","state","measure_after");