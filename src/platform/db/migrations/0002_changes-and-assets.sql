CREATE TABLE "account_changes" (
	"customer_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"summary" text NOT NULL,
	"recommendation_id" uuid,
	"outcome" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"resource_name" text,
	"request_id" text,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	"undo_request_id" text,
	CONSTRAINT "account_changes_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "change_events" (
	"customer_id" bigint NOT NULL,
	"event_id" text NOT NULL,
	"at" text NOT NULL,
	"user_email" text NOT NULL,
	"client_type" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_name" text NOT NULL,
	"operation" text NOT NULL,
	"changed_fields" jsonb NOT NULL,
	"old_resource" jsonb NOT NULL,
	"new_resource" jsonb NOT NULL,
	"campaign_id" bigint,
	"ad_group_id" bigint,
	CONSTRAINT "change_events_customer_id_event_id_pk" PRIMARY KEY("customer_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "ad_pieces" (
	"customer_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"asset_id" bigint NOT NULL,
	"field_type" text NOT NULL,
	"text" text NOT NULL,
	"performance" text,
	"impressions" bigint NOT NULL,
	CONSTRAINT "ad_pieces_customer_id_ad_group_id_ad_id_asset_id_field_type_pk" PRIMARY KEY("customer_id","ad_group_id","ad_id","asset_id","field_type")
);
--> statement-breakpoint
CREATE TABLE "asset_links" (
	"customer_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"scope_id" bigint NOT NULL,
	"asset_id" bigint NOT NULL,
	"field_type" text NOT NULL,
	"text" text NOT NULL,
	"descriptions" jsonb NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "asset_links_customer_id_scope_scope_id_asset_id_field_type_pk" PRIMARY KEY("customer_id","scope","scope_id","asset_id","field_type")
);
--> statement-breakpoint
CREATE INDEX "account_changes_at" ON "account_changes" USING btree ("customer_id","at");--> statement-breakpoint
CREATE INDEX "change_events_at" ON "change_events" USING btree ("customer_id","at");