CREATE TABLE "billing_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"stripe_customer_id" text,
	"checkout_session_id" text,
	"subscription_id" text,
	"status" text,
	"plan" text,
	"unit_amount" integer,
	"period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"paid_plan" text,
	"paid_plan_until" timestamp with time zone,
	"kept_accounts" jsonb,
	"past_due_since" timestamp with time zone,
	"pay_url" text,
	"card_id" text,
	"card_last4" text,
	"card_expiry_month" integer,
	"card_expiry_year" integer,
	"data_deleted_at" timestamp with time zone,
	"synced_at" timestamp with time zone,
	"lock_token" uuid,
	"locked_until" timestamp with time zone,
	"action_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "billing_accounts_stripe_customer_id_unique" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_notices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_notices_user_id_kind_subject_pk" PRIMARY KEY("user_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"stripe_customer_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "activated_manually" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deactivated_manually" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now only administrators opened the access.
UPDATE "users" SET "activated_manually" = true WHERE "is_active";--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_accounts_synced" ON "billing_accounts" USING btree ("synced_at");--> statement-breakpoint
CREATE INDEX "stripe_events_received" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "stripe_events_customer" ON "stripe_events" USING btree ("stripe_customer_id") WHERE stripe_customer_id is not null;