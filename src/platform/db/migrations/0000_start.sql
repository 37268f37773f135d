CREATE TABLE "ad_accounts" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"connection_id" uuid,
	"google_customer_id" text NOT NULL,
	"login_customer_id" text,
	"parent_google_customer_id" text,
	"name" text NOT NULL,
	"is_manager" boolean NOT NULL,
	"currency_code" text NOT NULL,
	"time_zone" text NOT NULL,
	"source" text NOT NULL,
	"granularity" text NOT NULL,
	"connected" boolean NOT NULL,
	"disconnected_at" timestamp with time zone,
	"data_from" text,
	"data_to" text,
	"last_synced_at" timestamp with time zone,
	"sync_version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "google_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"google_email" text,
	"refresh_token_sealed" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_hash" text NOT NULL,
	"code_verifier_sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"phone" text,
	"avatar_url" text,
	"role" text NOT NULL,
	"is_active" boolean NOT NULL,
	"plan" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "ad_groups" (
	"customer_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"type" text,
	"cpc_bid_micros" bigint,
	"target_cpa_micros" bigint,
	CONSTRAINT "ad_groups_customer_id_ad_group_id_pk" PRIMARY KEY("customer_id","ad_group_id")
);
--> statement-breakpoint
CREATE TABLE "ads" (
	"customer_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"name" text,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"ad_strength" text,
	"approval_status" text,
	"final_urls" jsonb NOT NULL,
	"headlines" jsonb NOT NULL,
	"descriptions" jsonb NOT NULL,
	"path1" text,
	"path2" text,
	CONSTRAINT "ads_customer_id_ad_group_id_ad_id_pk" PRIMARY KEY("customer_id","ad_group_id","ad_id")
);
--> statement-breakpoint
CREATE TABLE "audiences" (
	"customer_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"segment_type" text NOT NULL,
	"name" text NOT NULL,
	"bid_modifier" double precision,
	"status" text NOT NULL,
	CONSTRAINT "audiences_customer_id_campaign_id_ad_group_id_criterion_id_pk" PRIMARY KEY("customer_id","campaign_id","ad_group_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"customer_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"channel_type" text NOT NULL,
	"bidding_strategy_type" text,
	"target_cpa_micros" bigint,
	"target_roas" double precision,
	"budget_id" bigint,
	"budget_micros" bigint,
	"budget_shared" boolean,
	"primary_status" text,
	CONSTRAINT "campaigns_customer_id_campaign_id_pk" PRIMARY KEY("customer_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "conversion_actions" (
	"customer_id" bigint NOT NULL,
	"conversion_action_id" bigint NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"primary_for_goal" boolean NOT NULL,
	"counting_type" text,
	CONSTRAINT "conversion_actions_customer_id_conversion_action_id_pk" PRIMARY KEY("customer_id","conversion_action_id")
);
--> statement-breakpoint
CREATE TABLE "keywords" (
	"customer_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"text" text NOT NULL,
	"match_type" text NOT NULL,
	"status" text NOT NULL,
	"cpc_bid_micros" bigint,
	"quality_score" integer,
	"creative_quality" text,
	"landing_page_quality" text,
	"expected_ctr" text,
	"first_page_cpc_micros" bigint,
	"final_urls" jsonb NOT NULL,
	CONSTRAINT "keywords_customer_id_ad_group_id_criterion_id_pk" PRIMARY KEY("customer_id","ad_group_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "negative_keywords" (
	"customer_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"scope_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"text" text NOT NULL,
	"match_type" text NOT NULL,
	"campaign_ids" jsonb NOT NULL,
	CONSTRAINT "negative_keywords_customer_id_scope_scope_id_criterion_id_pk" PRIMARY KEY("customer_id","scope","scope_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "regions" (
	"customer_id" bigint NOT NULL,
	"region_id" bigint NOT NULL,
	"name" text NOT NULL,
	"country_code" text,
	CONSTRAINT "regions_customer_id_region_id_pk" PRIMARY KEY("customer_id","region_id")
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"customer_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"term_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "search_terms_customer_id_ad_group_id_term_id_pk" PRIMARY KEY("customer_id","ad_group_id","term_id")
);
--> statement-breakpoint
CREATE TABLE "account_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "account_day_pk" PRIMARY KEY("customer_id","day")
);
--> statement-breakpoint
CREATE TABLE "account_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "account_month_pk" PRIMARY KEY("customer_id","month")
);
--> statement-breakpoint
CREATE TABLE "ad_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "ad_day_pk" PRIMARY KEY("customer_id","campaign_id","day","ad_group_id","ad_id")
);
--> statement-breakpoint
CREATE TABLE "ad_group_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	"eligible_impressions" bigint NOT NULL,
	"lost_budget_impressions" bigint NOT NULL,
	"lost_rank_impressions" bigint NOT NULL,
	CONSTRAINT "ad_group_day_pk" PRIMARY KEY("customer_id","campaign_id","day","ad_group_id")
);
--> statement-breakpoint
CREATE TABLE "ad_group_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	"eligible_impressions" bigint NOT NULL,
	"lost_budget_impressions" bigint NOT NULL,
	"lost_rank_impressions" bigint NOT NULL,
	CONSTRAINT "ad_group_month_pk" PRIMARY KEY("customer_id","campaign_id","month","ad_group_id")
);
--> statement-breakpoint
CREATE TABLE "ad_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"ad_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "ad_month_pk" PRIMARY KEY("customer_id","campaign_id","month","ad_group_id","ad_id")
);
--> statement-breakpoint
CREATE TABLE "audience_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "audience_day_pk" PRIMARY KEY("customer_id","campaign_id","day","ad_group_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "audience_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "audience_month_pk" PRIMARY KEY("customer_id","campaign_id","month","ad_group_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "campaign_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	"eligible_impressions" bigint NOT NULL,
	"lost_budget_impressions" bigint NOT NULL,
	"lost_rank_impressions" bigint NOT NULL,
	CONSTRAINT "campaign_day_pk" PRIMARY KEY("customer_id","campaign_id","day")
);
--> statement-breakpoint
CREATE TABLE "campaign_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	"eligible_impressions" bigint NOT NULL,
	"lost_budget_impressions" bigint NOT NULL,
	"lost_rank_impressions" bigint NOT NULL,
	CONSTRAINT "campaign_month_pk" PRIMARY KEY("customer_id","campaign_id","month")
);
--> statement-breakpoint
CREATE TABLE "device_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"device" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "device_day_pk" PRIMARY KEY("customer_id","campaign_id","day","device")
);
--> statement-breakpoint
CREATE TABLE "device_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"device" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "device_month_pk" PRIMARY KEY("customer_id","campaign_id","month","device")
);
--> statement-breakpoint
CREATE TABLE "hour_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"hour" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "hour_day_pk" PRIMARY KEY("customer_id","campaign_id","day","hour")
);
--> statement-breakpoint
CREATE TABLE "hour_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"hour" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "hour_month_pk" PRIMARY KEY("customer_id","campaign_id","month","hour")
);
--> statement-breakpoint
CREATE TABLE "keyword_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	"eligible_impressions" bigint NOT NULL,
	"lost_budget_impressions" bigint NOT NULL,
	"lost_rank_impressions" bigint NOT NULL,
	CONSTRAINT "keyword_day_pk" PRIMARY KEY("customer_id","campaign_id","day","ad_group_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "keyword_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	"eligible_impressions" bigint NOT NULL,
	"lost_budget_impressions" bigint NOT NULL,
	"lost_rank_impressions" bigint NOT NULL,
	CONSTRAINT "keyword_month_pk" PRIMARY KEY("customer_id","campaign_id","month","ad_group_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "region_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"region_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "region_day_pk" PRIMARY KEY("customer_id","campaign_id","day","region_id")
);
--> statement-breakpoint
CREATE TABLE "region_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"region_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "region_month_pk" PRIMARY KEY("customer_id","campaign_id","month","region_id")
);
--> statement-breakpoint
CREATE TABLE "search_term_day" (
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"term_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "search_term_day_pk" PRIMARY KEY("customer_id","campaign_id","day","ad_group_id","criterion_id","term_id")
);
--> statement-breakpoint
CREATE TABLE "search_term_month" (
	"customer_id" bigint NOT NULL,
	"month" date NOT NULL,
	"campaign_id" bigint NOT NULL,
	"ad_group_id" bigint NOT NULL,
	"criterion_id" bigint NOT NULL,
	"term_id" bigint NOT NULL,
	"impressions" bigint NOT NULL,
	"clicks" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"conversions_micros" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "search_term_month_pk" PRIMARY KEY("customer_id","campaign_id","month","ad_group_id","criterion_id","term_id")
);
--> statement-breakpoint
CREATE TABLE "analyses" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"analysed_at" timestamp with time zone NOT NULL,
	"silenced" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imported_reports" (
	"customer_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"summary" jsonb NOT NULL,
	"packed_rows" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "imported_reports_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"customer_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"rule" text NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"expected_value_micros" double precision NOT NULL,
	"status" text NOT NULL,
	"closed_reason" text,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	CONSTRAINT "recommendations_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_usage" (
	"day" date NOT NULL,
	"customer_id" bigint NOT NULL,
	"operations" integer NOT NULL,
	CONSTRAINT "api_usage_day_customer_id_pk" PRIMARY KEY("day","customer_id")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"unique_key" text,
	"status" text NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"max_attempts" integer NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_token" uuid,
	"last_problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sync_states" (
	"customer_id" bigint PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"step" text,
	"fraction_permille" integer,
	"rows_written" bigint NOT NULL,
	"recent_ready" integer NOT NULL,
	"backfilled_from" date,
	"problem" text,
	"next_try_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ad_accounts" ADD CONSTRAINT "ad_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_accounts" ADD CONSTRAINT "ad_accounts_connection_id_google_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."google_connections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "google_connections" ADD CONSTRAINT "google_connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ad_accounts_user_google" ON "ad_accounts" USING btree ("user_id","google_customer_id");--> statement-breakpoint
CREATE INDEX "google_connections_user" ON "google_connections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ad_groups_campaign" ON "ad_groups" USING btree ("customer_id","campaign_id");--> statement-breakpoint
CREATE INDEX "keywords_campaign" ON "keywords" USING btree ("customer_id","campaign_id");--> statement-breakpoint
CREATE INDEX "ad_day_range" ON "ad_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "ad_group_day_range" ON "ad_group_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "ad_group_month_range" ON "ad_group_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE INDEX "ad_month_range" ON "ad_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE INDEX "audience_day_range" ON "audience_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "audience_month_range" ON "audience_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE INDEX "campaign_day_range" ON "campaign_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "campaign_month_range" ON "campaign_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE INDEX "device_day_range" ON "device_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "device_month_range" ON "device_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE INDEX "hour_day_range" ON "hour_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "hour_month_range" ON "hour_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE INDEX "keyword_day_range" ON "keyword_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "keyword_month_range" ON "keyword_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE INDEX "region_day_range" ON "region_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "region_month_range" ON "region_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE INDEX "search_term_day_range" ON "search_term_day" USING btree ("customer_id","day");--> statement-breakpoint
CREATE INDEX "search_term_month_range" ON "search_term_month" USING btree ("customer_id","month");--> statement-breakpoint
CREATE UNIQUE INDEX "recommendations_fingerprint" ON "recommendations" USING btree ("customer_id","fingerprint");--> statement-breakpoint
CREATE INDEX "recommendations_status" ON "recommendations" USING btree ("customer_id","status");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("status","run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_unique_open" ON "jobs" USING btree ("unique_key") WHERE status in ('waiting', 'running');