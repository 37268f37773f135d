CREATE TABLE "account_alerts" (
	"customer_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"metric" text NOT NULL,
	"campaign_id" bigint,
	"rises" boolean NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"score" double precision NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "account_alerts_customer_id_id_pk" PRIMARY KEY("customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "monthly_budgets" (
	"customer_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"amount_micros" bigint NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "monthly_budgets_customer_id_campaign_id_pk" PRIMARY KEY("customer_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "morning_mails" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"asked_on" date,
	"settled_on" date,
	"told_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "morning_mails" ADD CONSTRAINT "morning_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_alerts_open" ON "account_alerts" USING btree ("customer_id","ended_at");