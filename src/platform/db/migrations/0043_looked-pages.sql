CREATE TABLE "looked_pages" (
	"customer_id" bigint NOT NULL,
	"address" text NOT NULL,
	"looked_at" timestamp with time zone NOT NULL,
	"status" integer,
	"ended_at" text NOT NULL,
	"failure" text,
	"broken_since" timestamp with time zone,
	"title" text NOT NULL,
	"headings" jsonb NOT NULL,
	CONSTRAINT "looked_pages_customer_id_address_pk" PRIMARY KEY("customer_id","address")
);
--> statement-breakpoint
ALTER TABLE "account_goals" ADD COLUMN "looks_at_pages" boolean DEFAULT true NOT NULL;